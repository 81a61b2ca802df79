{#-
The Spark type of a member. A dict is an object with known members. `text` is a member that must be a JSON text. Other
types are Spark's own.
-#}
{%- macro spark_type(type, text='string') -%}
    {%- if type is not mapping -%}
        {{- return(type | replace('text', text)) -}}
    {%- endif -%}
    {%- set fields = [] -%}
    {%- for name, member in type.items() -%}
        {%- do fields.append('`' ~ name ~ '`:' ~ changefeed.spark_type(member, text)) -%}
    {%- endfor -%}
    {{- return('struct<' ~ fields | join(',') ~ '>') -}}
{%- endmacro -%}
