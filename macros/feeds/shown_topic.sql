{#-
A topic's name for people; one that no broker takes and that would read as something else stands in quotes, and is
proposed no line.
-#}
{%- macro shown_topic(topic) -%}
    {{- return(topic if topic.isprintable() and modules.re.fullmatch('[^\\s,"#*?]+', topic) else tojson(topic)) -}}
{%- endmacro -%}
