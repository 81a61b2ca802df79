{{ config(materialized='view', alias='table_actions') }}

with actions as (

    select
        events.feed,
        action.source_database,
        action.source_schema,
        action.source_table,
        action.action,
        action.column_name,
        action.new_column_name,
        action.column_default,
        action_index,
        events.operation,
        events.statement,
        events.source_at,
        events.position,
        {{ changefeed.place('events.position') }} as place
    from {{ ref('changefeed_table_events') }} as events
    lateral view posexplode(
        {{ changefeed.understood_actions() | indent(8) }}
    ) as action_index, action
    where action.source_table <> ''

),

-- One statement may come in every partition: it cuts each at its own place, and the others at its first.
places as (

    select
        * except (position, place),
        min(position) as position,
        if(count(*) > 1, map_from_entries(collect_list(struct(place, position))), map()) as places
    from (
        select
            * except (position),
            max(position) as position
        from actions
        group by all
    )
    group by all

),

cuts as (

    select
        feed,
        source_database,
        source_schema,
        source_table,
        max(struct(position, operation, source_at)) as last_cut,
        collect_list(struct(position, operation, source_at, places)) as cuts,
        array_distinct(flatten(collect_list(map_keys(places)))) as all_places
    from places
    where action in ('truncate', 'drop_table')
    group by feed, source_database, source_schema, source_table

),

column_actions as (

    select
        feed,
        source_database,
        source_schema,
        source_table,
        array_sort(
            collect_list(struct(
                position,
                action_index,
                action,
                column_name,
                new_column_name,
                column_default,
                places
            )),
            (one, other) -> case
                when struct(one.position, one.action_index) < struct(other.position, other.action_index) then -1
                when struct(one.position, one.action_index) > struct(other.position, other.action_index) then 1
                else 0
            end
        ) as column_actions
    from places
    where action in ('add_column', 'drop_column', 'rename_column')
    group by feed, source_database, source_schema, source_table

),

sweeps as (

    select
        feed,
        source_database,
        source_schema,
        source_table,
        max(since) as swept_before
    from {{ source('changefeed', 'sweeps') }}
    group by feed, source_database, source_schema, source_table

),

final as (

    select
        feed,
        source_database,
        source_schema,
        source_table,
        cuts.last_cut,
        map_from_entries(transform(cuts.all_places, place -> struct(
            place,
            array_max(transform(
                cuts.cuts,
                cut -> struct(coalesce(cut.places[place], cut.position) as position, cut.operation, cut.source_at)
            ))
        ))) as last_cut_by_place,
        cuts.cuts,
        column_actions.column_actions,
        sweeps.swept_before
    from cuts
    full outer join column_actions using (feed, source_database, source_schema, source_table)
    full outer join sweeps using (feed, source_database, source_schema, source_table)

)

select * from final
