{#-
An expression: the name and address of the machine in which Spark's statements run; NULL where they tell no machines
apart.
-#}
{%- macro this_host() -%}
    {%- set host = "try_reflect('java.net.InetAddress', 'getLocalHost')" -%}
if({{ host }} like 'localhost%', null, {{ host }})
{%- endmacro -%}
