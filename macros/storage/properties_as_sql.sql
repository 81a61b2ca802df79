{#- Properties as statements take them; '' for none. -#}
{%- macro properties_as_sql(properties) -%}
    {%- set texts = [] -%}
    {%- for name, text in properties.items() -%}
        {%- do texts.append(changefeed.sql_string(name) ~ ' = ' ~ changefeed.sql_string(text | string)) -%}
    {%- endfor -%}
    {{- return('tblproperties (' ~ texts | join(', ') ~ ')' if texts else '') -}}
{%- endmacro -%}
