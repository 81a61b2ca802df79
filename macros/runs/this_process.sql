{#-
A query: the machine and the Java process in which Spark's statements run. The machine's name is NULL where it does not
tell machines apart.
-#}
{%- macro this_process() -%}
select {{ changefeed.this_host() }} as host, cast(try_reflect('java.lang.ProcessHandle', 'current') as bigint) as id
{%- endmacro -%}
