{#-
Spark's own syntax for a SQL function. dbt-spark 1.11 has none, and dbt's default has an AS that Spark refuses. Spark
replaces a function by dropping it first, and a query that needs it at that moment fails. So a function that was made
from the same text is left alone; its comment says from what it was made.
-#}
{%- macro spark__scalar_function_sql(target_relation) -%}
    {%- set arguments = formatted_scalar_function_args_sql() | trim -%}
    {%- set fingerprint = 'made from ' ~ local_md5([arguments, model.returns.data_type, model.compiled_code] | join('\n')) -%}
    {%- if changefeed._function_comment_has(target_relation, fingerprint) -%}
    select 'the function is there' as unchanged
    {%- else -%}
    create or replace function {{ target_relation.render() }} ({{ arguments }})
    returns {{ model.returns.data_type }}
    comment '{{ fingerprint }}'
    return {{ model.compiled_code }}
    {%- endif -%}
{%- endmacro -%}


{#- True when a function exists, and Spark's description of it has this text. -#}
{%- macro _function_comment_has(function, text) -%}
    {%- set found = run_query('show user functions in ' ~ function.without_identifier() ~ " like '" ~ function.identifier ~ "'") -%}
    {%- if found.rows | length == 0 -%}{{- return(false) -}}{%- endif -%}
    {%- for row in run_query('describe function extended ' ~ function.render()).rows if text in row[0] -%}
        {{- return(true) -}}
    {%- endfor -%}
    {{- return(false) -}}
{%- endmacro -%}
