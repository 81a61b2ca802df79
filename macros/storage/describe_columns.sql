{#- A statement: writes descriptions of columns, name → text. -#}
{%- macro describe_columns(relation, descriptions) -%}
alter table {{ relation }} alter column
{%- for name, text in descriptions.items() %}
    {{ changefeed.quoted_name(name) }} {{- changefeed.column_comment(text) }}{{ ',' if not loop.last }}
{%- endfor %}
{%- endmacro -%}
