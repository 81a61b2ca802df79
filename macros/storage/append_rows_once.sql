{#-
A statement: appends the rows of a query if no stored row meets a condition, which all rows of the query meet. Of two
such statements at the same moment one commits. Delta sees that the statement has read what the other appends. Iceberg
does so for merges only, which suit a few rows (`is_small`); other rows take the place of those that meet the condition,
which are the same, since both statements read what a run has opened once.
-#}
{%- macro append_rows_once(relation, which, sql, is_small=false) -%}
    {%- set columns = changefeed._columns_in_place(relation) if changefeed.file_format() == 'iceberg' and not is_small -%}
    {{- return(changefeed.of_format('append that is done once', {
        'delta': 'insert into ' ~ relation ~ ' by name select * from (' ~ sql ~ ') where (select count(*) from ' ~ relation ~ ' as stored where ' ~ which ~ ') = 0',
        'iceberg': 'merge into ' ~ relation ~ ' as stored using (' ~ sql ~ ') as new on ' ~ which
            ~ ' when matched and false then delete when not matched then insert *' if is_small
            else 'insert into ' ~ relation ~ ' replace where ' ~ which.replace('stored.', '') ~ ' select ' ~ columns ~ ' from (' ~ sql ~ ')',
    })) -}}
{%- endmacro -%}


{#- The columns of a table in its own order, where a statement takes columns by their places. -#}
{%- macro _columns_in_place(relation) -%}
    {%- set names = [] -%}
    {%- for column in adapter.get_columns_in_relation(relation) -%}
        {%- do names.append(adapter.quote(column.name)) -%}
    {%- endfor -%}
    {{- return(names | join(', ')) -}}
{%- endmacro -%}
