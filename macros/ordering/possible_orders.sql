{#-
Concurrent objects with their orderings. An ordering is an order in which every access finds what it needs, as an array
of indexes into accesses. The first ordering is the nearest to the default order. Three assumptions are tried, until one
leaves an ordering:

- The row is as the changes before this instant left it; it is absent where no change before spoke of it.
- Nobody knows how the row was before.
- The images say nothing; only that rows come and go counts.
-#}
{%- macro possible_orders(objects, log, actions=none) -%}
{%- set instant = 'feed, ordered_at' -%}
{%- set table = 'source_database, source_schema, source_table' -%}
{%- set row_operations = "('" ~ changefeed.row_operations() | join("', '") ~ "')" -%}
-- How the changes before left a row; unknown where several partitions changed the row at that time.
with said_before as (

    select
        {{ instant }},
        {{ table }},
        object,
        max_by(struct(said, said_at), said_at) as before
    from (
        select
            objects.feed,
            objects.ordered_at,
            {{ table }},
            objects.object,
            log.said_at,
            case
                when min(log.topic_partition) <> max(log.topic_partition) then 'unknown'
                when max_by(log.post, log.position) = 'any' then 'unknown'
                else max_by(log.post, log.position)
            end as said
        from {{ objects }} as objects
        inner join (
            select
                feed,
                {{ table }},
                row_key as object,
                position,
                position.ordered_at as said_at,
                struct(topic, topic_incarnation, partition) as topic_partition,
                case when after is not null then 'there' when size(key_columns) = 0 then 'any' else 'absent' end as post
            from {{ log }}
            where operation in {{ row_operations }} and source_sequence is null
        ) as log using (feed, {{ table }}, object)
        where objects.kind = 'row' and log.said_at < objects.ordered_at
        group by all
    )
    group by all

),
{% if actions %}
table_before as (

    select
        {{ instant }},
        {{ table }},
        max(cut_at) filter (where action <> 'rename_table') as cut_at,
        max(cut_at) filter (where action = 'rename_table') as renamed_at
    from (select distinct {{ instant }}, {{ table }} from {{ objects }} where kind = 'row')
    inner join (
        select feed, {{ table }}, action, ordered_at as cut_at from {{ actions }} where action in ('truncate', 'drop_table')
        union all
        select feed, new_database, new_schema, new_table, action, ordered_at from {{ actions }} where action = 'rename_table'
    ) using (feed, {{ table }})
    where cut_at < ordered_at
    group by all

),
{% endif %}
assumed as (

    select
        objects.*,
        case
            when kind <> 'row' then 'unknown'
            {%- if actions %}
            when cut_at > coalesce(said_before.before.said_at, renamed_at) then 'absent'
            when cut_at >= coalesce(said_before.before.said_at, cut_at) then if(
                said_before.before.said_at is null and renamed_at is null, 'absent', 'unknown'
            )
            when renamed_at >= coalesce(said_before.before.said_at, renamed_at) then 'unknown'
            {%- endif %}
            else coalesce(said_before.before.said, 'absent')
        end as state_before
    from {{ objects }} as objects
    left join said_before using ({{ instant }}, {{ table }}, object)
    {%- if actions %}
    left join table_before using ({{ instant }}, {{ table }})
    {%- endif %}

),

possible_orders as (

    select
        *,
        if(
            size(accesses) > {{ changefeed._most_accesses() }},
            cast(array() as array<array<int>>),
            {{ changefeed._orderings('accesses', 'state_before') | indent(12) }}
        ) as orderings
    from assumed

)

select * from possible_orders
{%- endmacro -%}


{#-
The most changes of one object at one instant that are looked at. With more, the default order stays, and the instant is
counted as undecided.
-#}
{%- macro _most_accesses() -%}60{%- endmacro -%}


{#- The most ways to order one object that are followed. -#}
{%- macro _most_orderings() -%}64{%- endmacro -%}


{#-
The orders of accesses in which each access finds what it needs, under the first assumption that leaves an order.
-#}
{%- macro _orderings(accesses, state_before) -%}
aggregate(
    array(
        struct({{ state_before }} as state, true as by_images),
        struct('unknown' as state, true as by_images),
        struct('unknown' as state, false as by_images)
    ),
    cast(array() as array<array<int>>),
    (found, assumption) -> if(
        size(found) > 0,
        found,
        transform(
            aggregate(
                {{ accesses }},
                array(struct(cast(array() as array<int>) as ordering, assumption.state as state, cast(map() as map<string,string>) as image)),
                (begun, nth) -> if(
                    size(begun) > {{ changefeed._most_orderings() }},
                    slice(begun, 1, 0),
                    flatten(transform(begun, so_far -> transform(
                        filter(
                            {{ accesses }},
                            access -> not array_contains(so_far.ordering, access.i)
                            and (
                                access.i = 0
                                or {{ accesses }}[access.i - 1].topic_partition <> access.topic_partition
                                or array_contains(so_far.ordering, access.i - 1)
                            )
                            and (access.pre = 'any' or so_far.state in ('unknown', 'any', access.pre))
                            and (
                                access.pre <> 'there'
                                or not assumption.by_images
                                or not exists(
                                    map_keys(access.before),
                                    name -> array_contains(map_keys(so_far.image), name)
                                    and not (so_far.image[name] <=> access.before[name])
                                )
                            )
                        ),
                        access -> struct(concat(so_far.ordering, array(access.i)) as ordering, access.post as state, access.after as image)
                    )))
                )
            ),
            whole -> whole.ordering
        )
    )
)
{%- endmacro -%}
