{#-
The full loads of tables without a key that replace the rows that were there, each with its epoch and the time from
which the epoch holds (since). Each full load is compared with the rows that stood before it: the rows of the load
before, and the changes after that load. A dump (`load --baseline`) is older than all other changes (epoch -1). The
first full load of the feed itself replaces the rows of the dump.

A full load with less than half of the rows that stood replaces nothing: the load before goes on in a new epoch, or a
part of it was sent again. Two full loads need no comparison: a load after a declared restart, and a load of a table
that was altered meanwhile, whose images cannot be compared.
-#}
{%- macro found_reloads(log, epochs, feeds) -%}
{%- set table = changefeed.source_table_columns() | join(', ') -%}
{%- set names = changefeed.sql_strings(feeds) -%}
with ordered as (
    {{ changefeed.with_order('(select * from ' ~ log ~ ' where feed in (' ~ names ~ '))', epochs) | indent(4) }}
),
images as (
    select {{ table }}, epoch, row_key, sum(copies) as copies, min(if(is_load, ordered_at, null)) as loaded_at
    from (
        select
            {{ table }},
            row_key,
            if(dialect = 'baseline', -1, position.epoch) as epoch,
            position.ordered_at,
            operation = 'snapshot' and position.sequence is null as is_load,
            {{ changefeed.copies_of_change() | indent(12) }} as copies
        from (
            {{ changefeed.with_copies('(select * from ordered where reason is null and size(key_columns) = 0)') | indent(12) }}
        )
        where not is_copy
    )
    group by {{ table }}, epoch, row_key
),
loads as (
    select *, coalesce(lag(epoch) over (partition by {{ table }} order by epoch), -2) as previous_epoch
    from (
        select {{ table }}, epoch, min(loaded_at) as loaded_at
        from images
        where loaded_at is not null
        group by {{ table }}, epoch
    )
),
compared as (
    select {{ table }}, epoch, previous_epoch, loaded_at, count_if(stood > 0) as stood, count_if(stood > 0 and is_loaded) as loaded
    from (
        select
            {{ table }},
            loads.epoch,
            loads.previous_epoch,
            loads.loaded_at,
            row_key,
            sum(if(images.epoch < loads.epoch, copies, 0)) as stood,
            bool_or(images.epoch = loads.epoch and images.loaded_at is not null) as is_loaded
        from loads
        inner join images using ({{ table }})
        where images.epoch between loads.previous_epoch and loads.epoch
        group by {{ table }}, loads.epoch, loads.previous_epoch, loads.loaded_at, row_key
    )
    group by {{ table }}, epoch, previous_epoch, loaded_at
),
altered as (
    select distinct feed as altered_feed, source_table as altered_table, position.epoch as altered_epoch
    from ordered
    where reason is null and operation = 'ddl' and not coalesce(statement rlike r'(?i)^\s*create\s', false)
),
epochs as (
    select spans.feed, spans.since, spans.epoch, if(declared.since is null, 'snapshot', 'declared') as cause
    from ({{ changefeed.epoch_spans(epochs) }}) as spans
    left join (select distinct feed, since from {{ epochs }} where cause = 'declared') as declared
        on spans.feed = declared.feed and spans.since = declared.since
    where spans.feed in ({{ names }})
    union all
    select explode(array({{ names }})) as feed, timestamp '1970-01-01 00:00:00.000001' as since, 0 as epoch, 'dump' as cause
)
select distinct {{ table }}, epoch, since, true as is_valid
from compared
inner join epochs using (feed, epoch)
left join altered
    on feed = altered_feed and altered_table in ('', source_table) and altered_epoch between previous_epoch and epoch
where
    (epoch > 0 or previous_epoch = -1 and loaded_at > since)
    and (cause = 'declared' or altered_feed is not null or loaded * 2 >= stood)
{%- endmacro -%}
