{#-
Fills a seed's table, with empty cells as NULL. In a session, dbt-spark 1.11 writes an empty cell as the text None. A
project's own seeds are left to dbt-spark.
-#}
{%- macro spark__load_csv_rows(model, agate_table) -%}
    {%- if not changefeed.is_of_changefeed(model) -%}
        {{- return(dbt.spark__load_csv_rows(model, agate_table)) -}}
    {%- endif -%}
    {%- set types = model.config.get('column_types', {}) -%}
    {%- set stands = (load_result('seed_stands') or {}).get('response') -%}
    {%- set sql -%}
        insert {{ 'overwrite' if stands else 'into' }} {{ this }} values
        {%- for row in agate_table.rows %}
        (
            {%- for name in agate_table.column_names -%}
                cast({{ 'null' if row[name] is none else changefeed.sql_string(changefeed.text_of_cell(model, row, name)) }} as {{ types.get(name, adapter.convert_type(agate_table, loop.index0)) }}){{ ', ' if not loop.last }}
            {%- endfor -%}
        ){{ ',' if not loop.last }}
        {%- endfor %}
    {%- endset -%}
    {%- if agate_table.rows | length > 0 and stands != 'same' -%}
        {%- do adapter.add_query(sql, abridge_sql_log=True) -%}
    {%- endif -%}
    {{- return(sql) -}}
{%- endmacro -%}
