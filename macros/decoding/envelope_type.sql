{#- The Spark type of an envelope: json_object has the members that it states, in json_map the object is the row. -#}
{%- macro envelope_type(envelope) -%}
    {%- if envelope.format == 'json_map' -%}
        {{- return('map<string,string>') -}}
    {%- endif -%}
    {{- return(changefeed.spark_type(dict(envelope.members, changefeed_end='int'))) -}}
{%- endmacro -%}
