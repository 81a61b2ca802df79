{#- JSON-C differs from JSON in TIMESTAMP only: text, in the feed's time zone (DRS 000, "JSON-C"). -#}
{%- macro drs_json_c_value(source_type, text, type, feed) -%}
    {%- if changefeed.source_type(source_type).base == 'timestamp' -%}
        {{- text if type == 'string' else changefeed.read_as('instant', text, type, zone=feed.time_zone) -}}
    {%- else -%}
        {{- changefeed.drs_json_value(source_type, text, type, feed) -}}
    {%- endif -%}
{%- endmacro -%}


{#- What DRS's text of a type is in JSON-C; none for a type that cannot be read. -#}
{%- macro drs_json_c_type(source_type, feed) -%}
    {%- if changefeed.source_type(source_type).base == 'timestamp' -%}
        {{- return({'type': 'timestamp', 'reader': 'instant'}) -}}
    {%- endif -%}
    {{- return(changefeed.drs_json_type(source_type, feed)) -}}
{%- endmacro -%}
