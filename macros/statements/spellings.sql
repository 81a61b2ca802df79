{#-
A query: the names (feed, name) that no table of the feed has exactly, each with the tables that have the name when case
is ignored. One table is meant; of several, none is. Tables with rows in the log count first. A name that none of them
has may be a name that a rename made. For such names, and for names that no table has, the database and schema are
spelled as in the rows. A name with source_table '' is a database or schema. The result depends on the whole log and on
nothing else.
-#}
{%- macro spellings(names, tables) -%}
with written as (
    select feed, name, bool_or(is_new) as is_new
    from (
        select feed, name, is_new from {{ names }}
        union all
        select feed, {{ changefeed._container('name') }} as name, false as is_new from {{ names }}
    )
    group by feed, name
),
known as (
    select distinct feed, each as name
    from (select feed, struct(source_database, source_schema, source_table) as name from {{ tables }})
    lateral view explode({{ changefeed._with_containers('name') }}) as each
),
matched as (
    select written.feed, written.name, written.is_new, array_sort(collect_set(known.name)) as tables
    from written
    left join known on written.feed = known.feed and {{ changefeed._is_spelled_alike('written.name', 'known.name') }}
    group by written.feed, written.name, written.is_new
),
unmatched as (
    select
        matched.feed,
        matched.name,
        matched.is_new,
        named_struct(
            'source_database', coalesce(containers.name.source_database, matched.name.source_database),
            'source_schema', coalesce(containers.name.source_schema, matched.name.source_schema),
            'source_table', matched.name.source_table
        ) as spelled
    from matched
    left join (
        select feed, name as written, if(array_contains(tables, name), name, tables[0]) as name
        from matched
        where name.source_table = '' and (size(tables) = 1 or array_contains(tables, name))
    ) as containers
        on matched.feed = containers.feed and {{ changefeed._container('matched.name') }} = containers.written
    where size(matched.tables) = 0
),
made as (
    select distinct feed, each as name
    from unmatched
    lateral view explode({{ changefeed._with_containers('spelled') }}) as each
    where is_new
),
made_matched as (
    select unmatched.feed, unmatched.name, unmatched.spelled, array_sort(collect_set(made.name)) as tables
    from unmatched
    left join made on unmatched.feed = made.feed and {{ changefeed._is_spelled_alike('unmatched.spelled', 'made.name') }}
    group by unmatched.feed, unmatched.name, unmatched.spelled
),
found as (
    select feed, name, tables from matched where size(tables) > 0
    union all
    select feed, name, if(size(tables) = 0 or array_contains(tables, spelled), array(spelled), tables) as tables
    from made_matched
)
select * from found where not array_contains(tables, name)
{%- endmacro -%}


{#- The database and schema of a name, as a name without a table. -#}
{%- macro _container(name) -%}
named_struct('source_database', {{ name }}.source_database, 'source_schema', {{ name }}.source_schema, 'source_table', '')
{%- endmacro -%}


{#- A table's name, the name of its schema and the name of its database. -#}
{%- macro _with_containers(name) -%}
array(
    {{ name }},
    {{ changefeed._container(name) }},
    named_struct('source_database', {{ name }}.source_database, 'source_schema', '', 'source_table', '')
)
{%- endmacro -%}


{#- Whether two names are the same when case is ignored. -#}
{%- macro _is_spelled_alike(one, other) -%}
{%- for part in ['database', 'schema', 'table'] -%}
lower({{ one }}.source_{{ part }}) = lower({{ other }}.source_{{ part }}){{ ' and ' if not loop.last }}
{%- endfor -%}
{%- endmacro -%}
