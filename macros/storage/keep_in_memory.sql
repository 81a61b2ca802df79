{#-
Gives the rows of a query a name in Spark's session, and has Spark keep them in memory from their first reading on. They
are those of that moment, whatever is written later. The name is of this run; forget_in_memory() ends it.
-#}
{%- macro keep_in_memory(name, query) -%}
    {%- set view = adapter.quote('changefeed_' ~ name ~ '_' ~ local_md5(invocation_id)) -%}
    {%- do run_query('cache lazy table ' ~ view ~ ' as ' ~ query) -%}
    {{- return(view) -}}
{%- endmacro -%}
