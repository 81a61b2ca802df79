{#- Whether the messages of a dialect have their own time in the feed's zone. -#}
{%- macro has_times_in_zone(dialect) -%}
    {{- return('time_zone' in dialect.changes.get('source_at', '')) -}}
{%- endmacro -%}
