{#- How the text that drs_mongo keeps of a MongoDB value reads as a value (docs page, "Types"). -#}
{%- macro drs_mongo_value(source_type, text, type, feed) -%}
    {%- set known = changefeed.drs_mongo_type(source_type, feed) -%}
    {%- if known is none -%}
        {{- exceptions.raise_compiler_error("drs_mongo knows no MongoDB type '" ~ source_type ~ "'; declare source_type text to get the text of the row") -}}
    {%- elif type == 'string' and known.reader not in ('bson_string', 'bson_object_id', 'bson_uuid') -%}
        {{- text -}}
    {%- else -%}
        {{- changefeed.read_as(known.reader, text, type) -}}
    {%- endif -%}
{%- endmacro -%}
