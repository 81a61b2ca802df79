{#- The greatest value of a column, as a number in the compiled SQL: a literal lets Delta skip files, a subquery does not. -#}
{%- macro high_water(relation, column, where='true') -%}
    {%- if not execute -%}{{ return(0) }}{%- endif -%}
    {%- set rows = run_query('select coalesce(max(' ~ column ~ '), 0) from ' ~ relation ~ ' where ' ~ where) -%}
    {{- return(rows.columns[0].values()[0] | int) -}}
{%- endmacro -%}
