{#-
A dbt unit test as dbt's own materialization runs it, but for the types of the expected values. dbt casts them to the
types of the model's columns, for which it makes a temporary view and describes it: Spark analyses the model's SQL three
times, and that takes longer than the test. Here the union of actual and expected rows finds the common type; a text
beside an instant or a number makes both texts.
-#}
{%- materialization unit, adapter='spark' -%}
    {%- set rows = config.get('expected_rows') or [] -%}
    {%- set expected_sql = config.get('expected_sql') -%}
    {%- if not expected_sql and not rows -%}
        {%- set expected_sql = 'select * from dbt_internal_unit_test_actual limit 0' -%}
    {%- endif -%}

    {%- set names = [] -%}
    {%- for name in (rows[0].keys() if rows else get_columns_in_query(config.get('expected_sql') or sql)) -%}
        {%- do names.append(adapter.quote(name)) -%}
    {%- endfor -%}
    {%- call statement('main', fetch_result=True) -%}
        {{ get_unit_test_sql(sql, expected_sql or changefeed.rows_as_sql(rows), names) }}
    {%- endcall -%}

    {{- return({'relations': []}) -}}
{%- endmaterialization -%}
