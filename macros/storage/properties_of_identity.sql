{#- The properties that a table gets when it is made, for identity_of_table(). -#}
{%- macro properties_of_identity() -%}
    {{- return(changefeed.of_format('identity of a table', {'delta': {}, 'iceberg': {'changefeed.made_by': invocation_id}})) -}}
{%- endmacro -%}
