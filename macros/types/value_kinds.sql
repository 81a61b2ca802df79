{#-
The kinds of values, and the Spark types that a typed table may give to each, the default first. Each pair means an
exact conversion, or NULL with the text kept. A pair that is not here is refused: a cast that nobody thought of may give
another value. `decimal` stands for every decimal(p,s), `array` for every array.
-#}
{%- macro value_kinds() -%}
    {%- set numbers = ['tinyint', 'smallint', 'int', 'bigint', 'decimal', 'double', 'float', 'string'] -%}
    {{- return({
        'integer': ['bigint'] + numbers + ['boolean'],
        'decimal': ['decimal'] + numbers,
        'float32': ['float', 'double', 'decimal', 'string'],
        'float64': ['double', 'decimal', 'string'],
        'bits': ['decimal', 'tinyint', 'smallint', 'int', 'bigint', 'boolean', 'string'],
        'boolean': ['boolean', 'tinyint', 'smallint', 'int', 'bigint', 'decimal', 'string'],
        'year': ['int', 'smallint', 'bigint', 'decimal', 'string'],
        'date': ['date', 'timestamp_ntz', 'string'],
        'wall_time': ['timestamp_ntz', 'timestamp', 'date', 'string'],
        'instant': ['timestamp', 'timestamp_ntz', 'string'],
        'time': ['bigint', 'string'],
        'interval': ['string'],
        'enum': ['string'],
        'set': ['string', 'array'],
        'text': ['string'],
        'json': ['string', 'variant'],
        'binary': ['binary', 'string'],
        'geometry': ['binary', 'string'],
    }) -}}
{%- endmacro -%}
