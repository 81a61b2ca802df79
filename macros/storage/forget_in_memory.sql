{#- Frees the memory of rows that keep_in_memory() has named. -#}
{%- macro forget_in_memory(view) -%}
    {%- do run_query('uncache table if exists ' ~ view) -%}
    {%- do run_query('drop view if exists ' ~ view) -%}
{%- endmacro -%}
