{#-
What changes of several topic partitions touch at one moment, with the touches. A thing is a row, a column of a table, or a table's
name. Each change needs it there, absent, or does not care (pre), and leaves it there or absent (post). `actions` is what statements did
(actions_of_statements()), none where the log has no statements.
-#}
{%- macro contested_things(members, actions=none) -%}
{%- set moment = 'feed, ordered_at' -%}
{%- set table = 'source_database, source_schema, source_table' -%}
with {% if actions %}
-- A statement that came in several partitions acts on each at its own place.
acts as (

    select all_actions.* from {{ actions }} as all_actions
    left semi join {{ members }} as members using ({{ moment }})
    where not is_everywhere

),

cuts as (

    select * from acts where action in ('truncate', 'drop_table')

),

columns_acted_on as (

    select
        {{ moment }},
        {{ table }},
        array_distinct(flatten(collect_list(array(lower(column_name), lower(new_column_name))))) as names
    from acts
    where action in ('add_column', 'drop_column', 'rename_column')
    group by all

),

{% endif %}
{{ changefeed.row_touches(members, has_actions=actions is not none) }},

{% if actions -%}
{{ changefeed.column_sights(members) }},

{% endif -%}
touches as (

    select 'row' as kind, row_touches.* from row_touches
    left semi join rows_in_question using ({{ moment }}, {{ table }}, thing)
    {%- if actions %}

    {{ changefeed._touches_of_statements(members) | indent(4) }}
    {%- endif %}

),

things as (

    select
        kind,
        {{ moment }},
        {{ table }},
        thing,
        transform(
            {{ changefeed.in_order(
                'collect_list(struct(place, within, sub_step, last_within, pre, post, before, after))',
                by=['place', 'within', 'sub_step']
            ) | indent(12) }},
            (touch, i) -> struct(
                i, touch.place, touch.within, touch.last_within, touch.pre, touch.post, touch.before, touch.after
            )
        ) as touches
    from touches
    group by all
    having min(place) <> max(place)

)

select * from things
{%- endmacro -%}


{#- What statements touch: rows that they remove, columns that they alter, tables that they make, drop and rename; and which of these row changes show. -#}
{%- macro _touches_of_statements(members) -%}
{%- set moment = 'feed, ordered_at' -%}
{%- set table = 'source_database, source_schema, source_table' -%}
{%- set row_operations = "('" ~ changefeed.row_operations() | join("', '") ~ "')" -%}
union all

select
    'row' as kind, {{ moment }}, {{ table }}, thing,
    place, within, within as last_within, action_index as sub_step, 'any' as pre, 'absent' as post,
    cast(map() as map<string,string>) as before, cast(map() as map<string,string>) as after
from rows_in_question
inner join cuts using ({{ moment }}, {{ table }})

union all

select
    'column' as kind, {{ moment }}, {{ table }}, thing,
    place, min(within) as within, max(within) as last_within, min(step) as sub_step,
    if(sight = 'absent', 'absent', 'there') as pre, pre as post,
    if(length(sight) > 6, map('type', substr(sight, 7)), cast(map() as map<string,string>)) as before, before as after
from column_sights
group by {{ moment }}, {{ table }}, thing, place, sight, run

union all

select
    'column' as kind, {{ moment }}, {{ table }}, lower(each.name) as thing,
    place, within, within as last_within, action_index as sub_step, each.pre, each.post,
    cast(map() as map<string,string>) as before, cast(map() as map<string,string>) as after
from acts
lateral view explode(case action
    when 'add_column' then array(struct(column_name as name, 'absent' as pre, 'there' as post))
    when 'drop_column' then array(struct(column_name as name, 'there' as pre, 'absent' as post))
    when 'rename_column' then array(
        struct(column_name as name, 'there' as pre, 'absent' as post),
        struct(new_column_name as name, 'absent' as pre, 'there' as post)
    )
end) as each

union all

select
    'table' as kind, {{ moment }}, {{ table }}, '' as thing,
    place, min(within) as within, max(within) as last_within, 0 as sub_step, 'there' as pre, 'there' as post,
    cast(map() as map<string,string>) as before, cast(map() as map<string,string>) as after
from (
    select
        members.*,
        size(filter(acted_at, each -> each.place = members.place and each.within < members.within)) as acted
    from {{ members }} as members
    inner join (
        select {{ moment }}, {{ table }}, collect_list(struct(place, within)) as acted_at
        from ({{ changefeed._table_touches('acts') | indent(12) }})
        group by all
    ) using ({{ moment }}, {{ table }})
    where operation in {{ row_operations }}
)
group by {{ moment }}, {{ table }}, place, acted

union all

select
    'table' as kind, {{ moment }}, {{ table }}, '' as thing,
    place, within, within as last_within, action_index as sub_step, pre, post,
    cast(map() as map<string,string>) as before, cast(map() as map<string,string>) as after
from ({{ changefeed._table_touches('acts') | indent(4) }})
{%- endmacro -%}


{#- What makes, drops and renames tables, as touches of their names. -#}
{%- macro _table_touches(actions) -%}
select
    feed, ordered_at, place, within, action_index,
    each.source_database, each.source_schema, each.source_table, each.pre, each.post
from {{ actions }}
lateral view explode(case action
    when 'create_table' then array(struct(source_database, source_schema, source_table, 'absent' as pre, 'there' as post))
    when 'drop_table' then array(struct(source_database, source_schema, source_table, 'there' as pre, 'absent' as post))
    when 'rename_table' then array(
        struct(source_database, source_schema, source_table, 'there' as pre, 'absent' as post),
        struct(
            new_database as source_database, new_schema as source_schema, new_table as source_table, 'absent' as pre, 'there' as post
        )
    )
end) as each
where each.source_table <> ''
{%- endmacro -%}
