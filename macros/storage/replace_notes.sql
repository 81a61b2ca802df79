{#-
A statement: puts rows into a table of notes, in the place of those that have one of the `names` in the column `by`, in
one commit that says its run. Delta's commits say it by themselves (mark_commits()); of Iceberg's only those that write
with options, which a merge can't. `columns` are all columns of the table in their order, and the query has them too.
-#}
{%- macro replace_notes(relation, columns, sql, by, names, run) -%}
    {{- return(changefeed.of_format('replacement of notes', {
        'delta': 'merge into ' ~ relation ~ ' as noted using (' ~ sql ~ ') as new on noted.' ~ by ~ ' = new.' ~ by
            ~ ' when matched then update set * when not matched then insert *',
        'iceberg': 'insert overwrite ' ~ relation ~ " with ('snapshot-property.changefeed-run' = '" ~ run ~ "') select "
            ~ columns | join(', ') ~ ' from ' ~ relation ~ ' where ' ~ by ~ ' not in (' ~ changefeed.sql_strings(names)
            ~ ') union all select ' ~ columns | join(', ') ~ ' from (' ~ sql ~ ')',
    })) -}}
{%- endmacro -%}
