{#-
The objects that changes of several topic partitions access at one instant, with the accesses in the default order. An
object is a row, a column of a table, or the name of a table. `pre` is what a change needs: the object is there, absent,
or any. `post` is how the change leaves the object. `actions` is what statements did (actions_of_statements()); none
where the log has no statements.
-#}
{%- macro concurrent_objects(members, actions=none) -%}
{%- set instant = 'feed, ordered_at' -%}
{%- set table = 'source_database, source_schema, source_table' -%}
with {% if actions %}
-- A statement that came in several partitions acts on each at its own position.
acts as (

    select all_actions.* from {{ actions }} as all_actions
    left semi join {{ members }} as members using ({{ instant }})
    where not is_everywhere

),

resets as (

    select * from acts where action in ('truncate', 'drop_table')

),

columns_acted_on as (

    select
        {{ instant }},
        {{ table }},
        array_distinct(flatten(collect_list(array(lower(column_name), lower(new_column_name))))) as names
    from acts
    where action in ('add_column', 'drop_column', 'rename_column')
    group by all

),

{% endif %}
{{ changefeed.row_accesses(members, has_actions=actions is not none) }},

{% if actions -%}
{{ changefeed.observed_columns(members) }},

{% endif -%}
accesses as (

    select 'row' as kind, row_accesses.* from row_accesses
    left semi join rows_in_question using ({{ instant }}, {{ table }}, object)
    {%- if actions %}

    {{ changefeed._accesses_of_statements(members) | indent(4) }}
    {%- endif %}

),

objects as (

    select
        kind,
        {{ instant }},
        {{ table }},
        object,
        transform(
            {{ changefeed.in_order(
                'collect_list(struct(topic_partition, within, sub_step, last_within, pre, post, before, after))',
                by=['topic_partition', 'within', 'sub_step']
            ) | indent(12) }},
            (access, i) -> struct(
                i, access.topic_partition, access.within, access.last_within, access.pre, access.post, access.before, access.after
            )
        ) as accesses
    from accesses
    group by all
    having min(topic_partition) <> max(topic_partition)

)

select * from objects
{%- endmacro -%}


{#-
What statements access: the rows that they remove, the columns that they alter, the names of tables that they make, drop
and rename. Row changes that show such a column or use such a table are accesses too.
-#}
{%- macro _accesses_of_statements(members) -%}
{%- set instant = 'feed, ordered_at' -%}
{%- set table = 'source_database, source_schema, source_table' -%}
{%- set row_operations = "('" ~ changefeed.row_operations() | join("', '") ~ "')" -%}
union all

select
    'row' as kind, {{ instant }}, {{ table }}, object,
    topic_partition, within, within as last_within, action_index as sub_step, 'any' as pre, 'absent' as post,
    cast(map() as map<string,string>) as before, cast(map() as map<string,string>) as after
from rows_in_question
inner join resets using ({{ instant }}, {{ table }})

union all

select
    'column' as kind, {{ instant }}, {{ table }}, object,
    topic_partition, min(within) as within, max(within) as last_within, min(step) as sub_step,
    if(observed = 'absent', 'absent', 'there') as pre, pre as post,
    if(length(observed) > 6, map('type', substr(observed, 7)), cast(map() as map<string,string>)) as before, before as after
from observed_columns
group by {{ instant }}, {{ table }}, object, topic_partition, observed, run

union all

select
    'column' as kind, {{ instant }}, {{ table }}, lower(each.name) as object,
    topic_partition, within, within as last_within, action_index as sub_step, each.pre, each.post,
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
    'table' as kind, {{ instant }}, {{ table }}, '' as object,
    topic_partition, min(within) as within, max(within) as last_within, 0 as sub_step, 'there' as pre, 'there' as post,
    cast(map() as map<string,string>) as before, cast(map() as map<string,string>) as after
from (
    select
        members.*,
        size(filter(acted_at, each -> each.topic_partition = members.topic_partition and each.within < members.within)) as acted
    from {{ members }} as members
    inner join (
        select {{ instant }}, {{ table }}, collect_list(struct(topic_partition, within)) as acted_at
        from ({{ changefeed._table_accesses('acts') | indent(12) }})
        group by all
    ) using ({{ instant }}, {{ table }})
    where operation in {{ row_operations }}
)
group by {{ instant }}, {{ table }}, topic_partition, acted

union all

select
    'table' as kind, {{ instant }}, {{ table }}, '' as object,
    topic_partition, within, within as last_within, action_index as sub_step, pre, post,
    cast(map() as map<string,string>) as before, cast(map() as map<string,string>) as after
from ({{ changefeed._table_accesses('acts') | indent(4) }})
{%- endmacro -%}


{#- The statements that make, drop and rename tables, as accesses of the tables' names. -#}
{%- macro _table_accesses(actions) -%}
select
    feed, ordered_at, topic_partition, within, action_index,
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
