{#- What Canal's text of a MySQL type is (docs page, "Types"); none for a type that canal_value() cannot read. -#}
{%- macro canal_type(source_type, feed) -%}
    {{- return(changefeed.mysql_types().get(changefeed.source_type(source_type).base)) -}}
{%- endmacro -%}
