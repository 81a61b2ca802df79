{#-
A statement: appends the rows of a query to a table and removes the stored rows that meet a condition, in one commit. The new rows have to meet the condition as well, and
columns go by their places.
-#}
{%- macro replace_rows(relation, which, sql) -%}
    {{- return(changefeed.of_format('replacement of rows', {
        'delta': 'insert into ' ~ relation ~ ' replace where ' ~ which ~ ' ' ~ sql,
    })) -}}
{%- endmacro -%}
