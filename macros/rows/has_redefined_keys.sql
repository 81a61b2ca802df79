{#- Whether the key of any table was redefined. Asked once in a run, by models that run after redefined_keys. -#}
{%- macro has_redefined_keys(redefined) -%}
    {%- set fact = changefeed.fact_of_run(redefined, '*', "what = 'present'") -%}
    {%- if fact is not none -%}{{ return(fact > 0) }}{%- endif -%}
    {{- return(changefeed.is_readable(redefined) and changefeed.ask(
        'redefined_keys', 'select 1 from ' ~ redefined ~ " where what = 'present' limit 1", once=true
    ) | length > 0) -}}
{%- endmacro -%}
