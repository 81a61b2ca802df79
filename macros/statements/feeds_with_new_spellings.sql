{#-
The feeds with a new statement, or with a table that changes what a name in an earlier statement means. Such a table has
that name when case is ignored, and the name is not known to mean it.
-#}
{%- macro feeds_with_new_spellings(statements, tables) -%}
    {{- return(changefeed.ask('new_spellings', changefeed._new_spellings(statements, tables)) | map(attribute=0) | list) -}}
{%- endmacro -%}


{%- macro _new_spellings(statements, tables) -%}
{%- set is_whole_database = "(named.name.source_schema = '' and named.name.source_table = '')" -%}
{%- set other_container = '(each.source_database <> new.source_database or each.source_schema <> new.source_schema and not ' ~ is_whole_database ~ ')' -%}
select feed
from {{ statements }}
where not is_spelled
union
select named.feed
from (
    select feed, named.name, coalesce(get(filter(other_spellings, each -> each.name = named.name), 0).tables, array()) as tables
    from {{ statements }}
    lateral view explode({{ changefeed.names_in_statement() | indent(4) }}) as named
) as named
inner join ({{ changefeed.known_tables(tables) }}) as new
    on
        named.feed = new.feed
        and lower(named.name.source_database) = lower(new.source_database)
where
    (lower(named.name.source_schema) = lower(new.source_schema) or {{ is_whole_database }})
    and (
        {#- The name is of a database or schema. -#}
        exists(array(named.name), each -> {{ other_container }}) and forall(named.tables, each -> {{ other_container }})
        or not exists(array(named.name), each -> {{ other_container }}) and exists(named.tables, each -> {{ other_container }})
        {#- The name is of a table. -#}
        or lower(named.name.source_table) = lower(new.source_table)
        and struct(new.source_database, new.source_schema, new.source_table) <> named.name
        and not array_contains(named.tables, struct(new.source_database, new.source_schema, new.source_table))
        or struct(new.source_database, new.source_schema, new.source_table) = named.name and size(named.tables) > 0
    )
{%- endmacro -%}
