{#- Whether the log has any statement. Asked once in a run, by models that run after `statements`. -#}
{%- macro has_statements(statements) -%}
    {%- set fact = changefeed.fact_of_run(statements, '*') -%}
    {%- if fact is not none -%}{{ return(fact > 0) }}{%- endif -%}
    {{- return(changefeed.is_readable(statements) and changefeed.ask('has_statements', 'select 1 from ' ~ statements ~ ' limit 1', once=true) | length > 0) -}}
{%- endmacro -%}
