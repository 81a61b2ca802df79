{#-
Reads a text as a value in a Spark type, exactly or as NULL. A reader (of text_readers()) first makes of the text what
the kind (of value_kinds()) is made from: digits, a date, a wall time, an instant, bytes or a label.
-#}
{%- macro read_as(reader, text, type, zone='UTC', labels=[], kind=none, length=none) -%}
    {%- set readers = changefeed.text_readers() -%}
    {%- if reader not in readers -%}
        {{- exceptions.raise_compiler_error("read_as(): there is no reader '" ~ reader ~ "'") -}}
    {%- endif -%}
    {%- set kind = kind or readers[reader].kinds[0] -%}
    {%- set type = changefeed.spark_type_name(type) -%}
    {%- if type == 'string' and kind not in ('enum', 'set', 'text', 'json', 'binary', 'geometry') -%}
        {{- text -}}
    {%- elif kind in ('integer', 'decimal', 'float32', 'float64', 'year', 'bits', 'boolean') -%}
        {{- changefeed.read_number(reader, text, type, kind) -}}
    {%- elif kind in ('date', 'wall_time', 'instant', 'time') -%}
        {{- changefeed.read_time(reader, text, type, kind, zone) -}}
    {%- elif kind in ('binary', 'geometry') and reader != 'text' -%}
        {{- changefeed.read_bytes(reader, text, type, length) -}}
    {%- else -%}
        {{- changefeed.read_text(reader, text, type, labels) -}}
    {%- endif -%}
{%- endmacro -%}
