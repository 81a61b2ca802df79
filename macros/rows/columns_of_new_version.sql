{#- The columns of a new version, each with its value from a version `new`. -#}
{%- macro columns_of_new_version() -%}
    {{- return(changefeed.columns_of_new(['closed_position', 'valid_from', 'valid_to'])) -}}
{%- endmacro -%}
