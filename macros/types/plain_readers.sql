{#- Kind of value → the reader for the text that a database prints. None where databases print no such text. -#}
{%- macro plain_readers() -%}
    {{- return({
        'integer': 'java_number', 'decimal': 'java_number', 'float32': 'java_number', 'float64': 'java_number', 'bits': 'java_number', 'year': 'java_number',
        'boolean': 'boolean_text', 'date': 'date', 'wall_time': 'wall_time', 'instant': 'instant', 'time': 'clock_time', 'interval': 'text',
        'enum': 'label', 'set': 'labels', 'text': 'text', 'json': 'text', 'binary': none, 'geometry': none,
    }) -}}
{%- endmacro -%}
