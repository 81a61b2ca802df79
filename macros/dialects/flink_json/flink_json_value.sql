{#- How Flink's JSON text of one of Flink's own types reads as a value (docs page, "Types"). -#}
{%- macro flink_json_value(source_type, text, type, feed) -%}
    {%- set known = changefeed.flink_json_type(source_type, feed) -%}
    {%- if known is none -%}
        {{- exceptions.raise_compiler_error(
            feed.dialect.name ~ " knows no type '" ~ source_type ~ "': write one of Flink's own, as the table of the Flink job has it ("
            ~ changefeed.flink_types() | join(', ') ~ ')'
        ) -}}
    {%- elif type == 'string' -%}
        {{- text -}}
    {%- elif known.reader in ('wall_time', 'instant') -%}
        {%- set plain = "replace(" ~ text ~ ", 'T', ' ')" -%}
        {%- if known.reader == 'instant' -%}
            if(endswith({{ text }}, 'Z'), {{ changefeed.read_as('instant', "left(" ~ plain ~ ", length(" ~ text ~ ") - 1)", type) }}, null)
        {%- else -%}
            {{- changefeed.read_as('instant' if type == 'timestamp' else 'wall_time', plain, type, zone=feed.time_zone) -}}
        {%- endif -%}
    {%- else -%}
        {{- changefeed.read_as(known.reader, text, type) -}}
    {%- endif -%}
{%- endmacro -%}


{#- What the text of one of Flink's types is; none for any other. -#}
{%- macro flink_json_type(source_type, feed) -%}
    {{- return(changefeed.flink_types().get(changefeed.source_type(source_type).name.split('<')[0])) -}}
{%- endmacro -%}
