{#- The columns of a new row of folded_rows, each with its value from a folded row `new`. -#}
{%- macro columns_of_new_row() -%}
    {{- return(changefeed.columns_of_new(['changed_at', 'settled_position', 'copies_missed'])) -}}
{%- endmacro -%}
