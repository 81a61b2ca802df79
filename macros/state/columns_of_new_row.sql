{#- The columns of a row that was not there, and what each gets of a folded row `new`. -#}
{%- macro columns_of_new_row() -%}
    {{- return(changefeed.columns_of_new(['changed_at', 'settled_position', 'copies_missed'])) -}}
{%- endmacro -%}
