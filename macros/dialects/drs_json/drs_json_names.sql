{#- By which names `feeds propose` knows a message of DRS. -#}
{%- macro drs_json_names() -%}
    {{- return(
        "array_contains(names, 'isDdl') and array_contains(names, 'type') and array_contains(names, 'mysqlType')"
        ~ " and array_contains(names, 'id') and not arrays_overlap(names, array('"
        ~ changefeed.drs_json_foreign().keys() | join("', '") ~ "'))"
    ) -}}
{%- endmacro -%}
