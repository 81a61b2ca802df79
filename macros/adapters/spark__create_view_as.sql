{#-
A view that is there is altered: Spark carries out `create or replace view` as a drop and a create, and who reads it between the two
finds none. Descriptions, which `alter view` cannot write, and contracts are dbt-spark's own affair.
-#}
{%- macro spark__create_view_as(relation, sql) -%}
    {%- set existing = load_relation(relation) -%}
    {%- set has_more = config.persist_column_docs() or config.persist_relation_docs() or config.get('contract').enforced -%}
    {%- if existing is not none and existing.is_view and not has_more -%}
alter view {{ relation }} as
{{ sql }}
    {%- else -%}
{{ dbt.spark__create_view_as(relation, sql) }}
    {%- endif -%}
{%- endmacro -%}
