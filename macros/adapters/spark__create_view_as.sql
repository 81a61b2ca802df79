{#-
A view that is there is altered: Spark carries out `create or replace view` as a drop and a create, and who reads it between the two
finds none. Descriptions, which `alter view` cannot write, are dbt-spark's own affair.
-#}
{%- macro spark__create_view_as(relation, sql) -%}
    {%- set existing = load_relation(relation) -%}
    {%- if existing is not none and existing.is_view and not config.persist_column_docs() and not config.persist_relation_docs() -%}
alter view {{ relation }} as
{{ sql }}
    {%- else -%}
{{ dbt.spark__create_view_as(relation, sql) }}
    {%- endif -%}
{%- endmacro -%}
