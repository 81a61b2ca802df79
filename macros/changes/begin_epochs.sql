{#-
Begins a new epoch where a full load came after increments: its changes, and all later ones of the feed, are not older than those
before, whatever their sequence says. Looks at the newest batch, and at the one before it in case its run was killed
here. Feeds without a sequence need no epochs.
-#}
{%- macro begin_epochs(log, windows, restarts) -%}
    {%- set newest = changefeed.high_water(windows, ['decode_batch_id'])[0] -%}
    {%- set has_snapshots = changefeed.high_water(
        log, ['1'], where='decode_batch_id >= ' ~ (newest - 1) ~ " and operation = 'snapshot' and dialect <> 'baseline'"
    )[0] -%}
    {%- set state = namespace(is_done=not has_snapshots) -%}
    {%- for epoch in range(1000) if not state.is_done -%}
        {%- set begun = [] if state.is_done else run_query(changefeed.full_loads_after_increments(log, newest - 1)).rows -%}
        {%- for feed, since in begun -%}
            {%- set values = changefeed.sql_string(feed) ~ ', timestamp ' ~ changefeed.sql_string(since) -%}
            {%- do run_query('insert into ' ~ restarts ~ ' values (' ~ values ~ ", 'snapshot', current_timestamp())") -%}
            {%- do run_query('update ' ~ log ~ ' set position.epoch = position.epoch + 1 where feed = ' ~ changefeed.sql_string(feed)
                ~ ' and position.ordered_at >= timestamp ' ~ changefeed.sql_string(since)) -%}
        {%- endfor -%}
        {%- set state.is_done = begun | length == 0 -%}
    {%- endfor -%}
{%- endmacro -%}


{#- The feeds with a snapshot, in these batches, after the first increment of its epoch, and the time of the first such. -#}
{%- macro full_loads_after_increments(log, decode_batch_id) -%}
with snapshots as (
    select feed, position.epoch, position.ordered_at
    from {{ log }}
    where decode_batch_id >= {{ decode_batch_id }} and operation = 'snapshot' and dialect <> 'baseline'
),
increments as (
    select feed, position.epoch, min(position.ordered_at) as first_increment_at
    from {{ log }}
    where
        position.sequence is not null
        and operation in ('insert', 'update', 'delete')
        and feed in (select feed from snapshots)
    group by feed, position.epoch
)
select feed, cast(min(ordered_at) as string) as since
from snapshots
inner join increments using (feed, epoch)
where ordered_at > first_increment_at
group by feed
order by feed
{%- endmacro -%}
