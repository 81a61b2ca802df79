{#- What the project's table format needs where formats differ. Raises where the format is unknown here. -#}
{%- macro of_format(what, by_format) -%}
    {%- set format = changefeed.file_format() -%}
    {%- if format not in by_format -%}
        {{- exceptions.raise_compiler_error(
            'CHANGEFEED_FILE_FORMAT: the format ' ~ format ~ ' has no ' ~ what ~ '. Set it to ' ~ by_format | join(' or ')
        ) -}}
    {%- endif -%}
    {{- return(by_format[format]) -}}
{%- endmacro -%}
