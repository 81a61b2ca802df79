{#- Spark's own syntax for a SQL function: dbt-spark 1.11 has none, and dbt's default has an AS that Spark refuses. -#}
{%- macro spark__scalar_function_sql(target_relation) -%}
    create or replace function {{ target_relation.render() }} ({{ formatted_scalar_function_args_sql() | trim }})
    returns {{ model.returns.data_type }}
    return {{ model.compiled_code }}
{%- endmacro -%}
