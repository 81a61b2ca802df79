{#-
Whether a query can read a relation. `dbt docs generate` and `dbt compile` also run in a warehouse in which nothing was
built.
-#}
{%- macro is_readable(relation) -%}
    {{- return(execute and (flags.WHICH not in ('generate', 'compile') or load_relation(relation) is not none)) -}}
{%- endmacro -%}
