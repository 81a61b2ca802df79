{#-
The select list of a relation of columns(). Each column is there under its name, or as the SQL that `instead` has for
its name.
-#}
{%- macro select_columns(relation, instead={}) -%}
{%- set selected = [] -%}
{%- for column in changefeed.columns() if relation in column['in'] -%}
    {%- do selected.append((instead[column.name] | trim ~ ' as ' if column.name in instead else '') ~ column.name) -%}
{%- endfor -%}
{{ selected | join(',\n') }}
{%- endmacro -%}
