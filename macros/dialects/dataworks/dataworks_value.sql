{#-
How the text of one of DataWorks' six types reads as a value (docs page, "Types"). A STRING holds what DataWorks has no type for: it reads as
the type that is wanted, if it is spelled like one.
-#}
{%- macro dataworks_value(source_type, text, type, feed) -%}
    {%- set known = changefeed.dataworks_type(source_type, feed) -%}
    {%- if known is none -%}
        {{- exceptions.raise_compiler_error(
            feed.dialect.name ~ " knows no type '" ~ source_type ~ "': write one of DataWorks' own, which its messages name: "
            ~ changefeed.dataworks_types() | join(', ')
        ) -}}
    {%- elif type == 'string' -%}
        {{- text -}}
    {%- elif known.reader != 'text' -%}
        {{- changefeed.read_as(known.reader, text, type, zone=feed.time_zone) -}}
    {%- elif type in ('boolean', 'binary') -%}
        {{- exceptions.raise_compiler_error(
            feed.dialect.name ~ " cannot read a STRING as " ~ type ~ ": how it would be written is not known. Write data_type string"
        ) -}}
    {%- else -%}
        {{- changefeed.read_as(
            {'date': 'date', 'timestamp_ntz': 'wall_time', 'timestamp': 'instant'}.get(type, 'java_number'), text, type, zone=feed.time_zone
        ) -}}
    {%- endif -%}
{%- endmacro -%}


{#- What the text of one of DataWorks' six types is; none for any other. -#}
{%- macro dataworks_type(source_type, feed) -%}
    {{- return(changefeed.dataworks_types().get(changefeed.source_type(source_type).base)) -}}
{%- endmacro -%}
