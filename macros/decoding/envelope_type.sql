{#-
The Spark type of an envelope. In format json_object it has the members that the envelope states; in json_map the object
is the row.
-#}
{%- macro envelope_type(envelope) -%}
    {%- if envelope.format == 'json_map' -%}
        {{- return('map<string,string>') -}}
    {%- endif -%}
    {{- return(changefeed.spark_type(dict(envelope.members, changefeed_end='int'))) -}}
{%- endmacro -%}
