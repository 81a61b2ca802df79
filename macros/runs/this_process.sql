{#-
Expressions for the machine and the Java process in which Spark's statements run. The machine's name is NULL where it
does not tell machines apart.
-#}
{%- macro this_process() -%}
    {%- set host = "try_reflect('java.net.InetAddress', 'getLocalHost')" -%}
    {{- return({
        'host': 'if(' ~ host ~ " like 'localhost%', null, " ~ host ~ ')',
        'id': "cast(try_reflect('java.lang.ProcessHandle', 'current') as bigint)",
    }) -}}
{%- endmacro -%}
