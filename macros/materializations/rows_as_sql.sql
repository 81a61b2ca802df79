{#- Rows of a unit test's yml as a query. All have the columns of the first. -#}
{%- macro rows_as_sql(rows) -%}
    {%- for row in rows -%}
        {%- if row.keys() | sort != rows[0].keys() | sort -%}
            {{- exceptions.raise_compiler_error('expected row ' ~ loop.index ~ ' has other columns than the first: give each row ' ~ rows[0].keys() | join(', ')) -}}
        {%- endif -%}
        {{ 'union all ' if not loop.first }}select {% for name in rows[0] -%}
            {%- set value = row[name] -%}
            {{ 'null' if value is none else dbt.string_literal(dbt.escape_single_quotes(value)) if value is string else value }} as {{ adapter.quote(name) }}
            {{- ', ' if not loop.last }}
        {%- endfor %}
    {% endfor -%}
{%- endmacro -%}
