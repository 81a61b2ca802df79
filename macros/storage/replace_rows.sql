{#-
A statement: appends the rows of a query to a table and removes the stored rows that meet a condition, in one commit.
The new rows have to meet the condition as well, and columns go by their places. No stored row that stays has the value
that a new row has in the column `by`.
-#}
{%- macro replace_rows(relation, which, sql, by) -%}
    {{- return(changefeed.of_format('replacement of rows', {
        'delta': 'insert into ' ~ relation ~ ' replace where ' ~ which ~ ' ' ~ sql,
        'iceberg': 'merge into ' ~ relation ~ ' as stored using (' ~ sql ~ ') as new on stored.' ~ by ~ ' = new.' ~ by
            ~ ' when matched then update set * when not matched then insert *'
            ~ ' when not matched by source and (' ~ which ~ ') then delete',
    })) -}}
{%- endmacro -%}
