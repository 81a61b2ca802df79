{#- The tables that a change of the log describes, by its dialect's macro of this name; NULL where it does not. -#}
{%- macro described_tables() -%}
case dialect
    {%- for dialect in changefeed.dialects() if dialect.described_tables is defined %}
    when '{{ dialect.name }}' then {{ dialect.described_tables('column_types', 'source_kind') | indent(4) }}
    {%- endfor %}
end
{%- endmacro -%}


{#- Whether a change of the log may describe tables: a condition by which most of it is passed over. -#}
{%- macro describes_tables() -%}
reason is null and operation not in ({{ changefeed.sql_strings(changefeed.row_operations()) }}) and column_types is not null
{%- endmacro -%}
