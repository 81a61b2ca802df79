{#-
Whether a relation can be asked: `dbt docs generate` and `dbt compile` also run in a warehouse where nothing was built.
-#}
{%- macro is_readable(relation) -%}
    {{- return(execute and (flags.WHICH not in ('generate', 'compile') or load_relation(relation) is not none)) -}}
{%- endmacro -%}
