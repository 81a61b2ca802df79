{#- The columns of a version that was not there, and what each gets of a version `new`. -#}
{%- macro columns_of_new_version() -%}
    {{- return(changefeed.columns_of_new(['closed_position', 'valid_from', 'valid_to'])) -}}
{%- endmacro -%}
