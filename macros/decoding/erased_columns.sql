{#-
What becomes of the columns of a change whose row is erased: column → SQL. Its place, its table and its time stay, so
that the message is counted, and it changes nothing.
-#}
{%- macro erased_columns() -%}
    {{- return({
        'operation': "'erased'", 'reason': 'null', 'row_key': "''", 'previous_row_key': 'null', 'statement': 'null',
        'detail': 'null', 'before': 'null', 'after': 'null',
    }) -}}
{%- endmacro -%}
