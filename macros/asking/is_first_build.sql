{#- True when the model's table is about to be made: the table does not exist yet, or the run is a full refresh. -#}
{%- macro is_first_build() -%}
    {%- set facts = changefeed.facts() -%}
    {%- if facts is not none -%}{{ return(facts.get('is_first', true)) }}{%- endif -%}
    {{- return(not execute or load_relation(this) is none or should_full_refresh()) -}}
{%- endmacro -%}
