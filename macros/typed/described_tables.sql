{#- The tables that a change of the log describes, by its dialect's macro of this name; NULL where it does not. -#}
{%- macro described_tables() -%}
case dialect
    {%- for dialect in changefeed.dialects() if dialect.described_tables is defined %}
    when '{{ dialect.name }}' then {{ dialect.described_tables('column_types', 'source_kind') | indent(4) }}
    {%- endfor %}
end
{%- endmacro -%}
