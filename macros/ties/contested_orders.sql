{#-
The orders in which every touch of a contested thing finds what it needs: its walks, as arrays of places in touches, the first the
nearest to the default order. Three assumptions are tried until one leaves a walk: that the row is as the changes before this
moment left it, or absent when nothing was ever said of it; that nobody knows how it was before; and that the images say
nothing, only that rows come and go.
-#}
{%- macro contested_orders(things, log, actions=none) -%}
{%- set moment = 'feed, ordered_at' -%}
{%- set table = 'source_database, source_schema, source_table' -%}
{%- set row_operations = "('" ~ changefeed.row_operations() | join("', '") ~ "')" -%}
-- What the changes before left of a row, where one partition alone said it.
with said_before as (

    select
        {{ moment }},
        {{ table }},
        thing,
        max_by(struct(said, said_at), said_at) as before
    from (
        select
            things.feed,
            things.ordered_at,
            {{ table }},
            things.thing,
            log.said_at,
            case
                when min(log.place) <> max(log.place) then 'unknown'
                when max_by(log.post, log.position) = 'any' then 'unknown'
                else max_by(log.post, log.position)
            end as said
        from {{ things }} as things
        inner join (
            select
                feed,
                {{ table }},
                row_key as thing,
                position,
                position.ordered_at as said_at,
                struct(topic, topic_incarnation, partition) as place,
                case when after is not null then 'there' when size(key_columns) = 0 then 'any' else 'absent' end as post
            from {{ log }}
            where operation in {{ row_operations }} and source_sequence is null
        ) as log using (feed, {{ table }}, thing)
        where things.kind = 'row' and log.said_at < things.ordered_at
        group by all
    )
    group by all

),
{% if actions %}
table_before as (

    select
        {{ moment }},
        {{ table }},
        max(cut_at) filter (where action <> 'rename_table') as cut_at,
        max(cut_at) filter (where action = 'rename_table') as renamed_at
    from (select distinct {{ moment }}, {{ table }} from {{ things }} where kind = 'row')
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
        things.*,
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
    from {{ things }} as things
    left join said_before using ({{ moment }}, {{ table }}, thing)
    {%- if actions %}
    left join table_before using ({{ moment }}, {{ table }})
    {%- endif %}

),

contested_orders as (

    select
        *,
        if(
            size(touches) > {{ changefeed._most_touches() }},
            cast(array() as array<array<int>>),
            {{ changefeed._walks('touches', 'state_before') | indent(12) }}
        ) as walks
    from assumed

)

select * from contested_orders
{%- endmacro -%}


{#- More changes of one thing at one moment than this are not looked at: the default order stands, and is counted. -#}
{%- macro _most_touches() -%}60{%- endmacro -%}


{#- More ways to order one thing than this are not followed. -#}
{%- macro _most_walks() -%}64{%- endmacro -%}


{#- The orders of touches in which each finds what it needs, by the first assumption that leaves one. -#}
{%- macro _walks(touches, state_before) -%}
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
                {{ touches }},
                array(struct(cast(array() as array<int>) as walk, assumption.state as state, cast(map() as map<string,string>) as image)),
                (begun, nth) -> if(
                    size(begun) > {{ changefeed._most_walks() }},
                    slice(begun, 1, 0),
                    flatten(transform(begun, so_far -> transform(
                        filter(
                            {{ touches }},
                            touch -> not array_contains(so_far.walk, touch.i)
                            and (
                                touch.i = 0
                                or {{ touches }}[touch.i - 1].place <> touch.place
                                or array_contains(so_far.walk, touch.i - 1)
                            )
                            and (touch.pre = 'any' or so_far.state in ('unknown', 'any', touch.pre))
                            and (
                                touch.pre <> 'there'
                                or not assumption.by_images
                                or not exists(
                                    map_keys(touch.before),
                                    name -> array_contains(map_keys(so_far.image), name)
                                    and not (so_far.image[name] <=> touch.before[name])
                                )
                            )
                        ),
                        touch -> struct(concat(so_far.walk, array(touch.i)) as walk, touch.post as state, touch.after as image)
                    )))
                )
            ),
            whole -> whole.walk
        )
    )
)
{%- endmacro -%}
