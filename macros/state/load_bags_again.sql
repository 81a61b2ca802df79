{#-
Finds the tables without a key that were loaded again in an epoch: that full load replaces all that earlier epochs left in them, as a
truncate would (table_actions). `reloads` notes it; where it is noted otherwise, because a full load or an increment came late, rows that were folded across are
marked. What a dump left (`load --baseline`), the first full load of the feed itself replaces.

A full load that goes on in a new epoch, or of which a part is sent again, replaces nothing: most of what was there is not in it. Rows
whose images cannot be compared, because the table was altered meanwhile, say nothing, nor need a declared restart proof.
-#}
{%- macro load_bags_again(log, windows, restarts, feeds) -%}
    {%- set reloads = changefeed.beside(restarts, 'reloads') -%}
    {%- set names = changefeed.sql_strings(feeds) -%}
    {%- set with_epochs = run_query(
        'select feed from ' ~ restarts ~ ' where feed in (' ~ names ~ ') union select feed from ' ~ windows
        ~ ' where feed in (' ~ names ~ ") and startswith(topic, 'changefeed_baseline.') union select feed from " ~ reloads ~ ' where feed in (' ~ names ~ ')'
    ).columns[0].values() | list -%}
    {%- if with_epochs -%}
        {%- set differing = changefeed._differing_reloads(log, restarts, reloads, with_epochs) -%}
        {%- set moved = run_query('select feed, min(epoch) as epoch from (' ~ differing ~ ') group by feed order by feed').rows -%}
        {%- if moved and not should_full_refresh() -%}
            {%- set spans = [] -%}
            {%- for row in moved -%}
                {%- do spans.append('feed = ' ~ changefeed.sql_string(row['feed']) ~ ' and position.epoch >= ' ~ row['epoch']) -%}
            {%- endfor -%}
            {%- for rows in ['folded_rows', 'versions'] -%}
                {%- do changefeed.mark_rows_of_changes(
                    log, changefeed.beside(log, rows), 'size(key_columns) = 0 and (' ~ spans | join(' or ') ~ ')'
                ) -%}
            {%- endfor -%}
        {%- endif -%}
        {%- if moved -%}
            {%- set same = [] -%}
            {%- for column in changefeed.source_table_columns() + ['epoch', 'since'] -%}
                {%- do same.append('stored.' ~ column ~ ' = found.' ~ column) -%}
            {%- endfor -%}
            {%- do run_query(
                'merge into ' ~ reloads ~ ' as stored using (' ~ differing ~ ') as found on ' ~ same | join(' and ')
                ~ ' when matched then update set is_valid = found.is_valid when not matched then insert *'
            ) -%}
        {%- endif -%}
    {%- endif -%}
{%- endmacro -%}


{#- What `reloads` lacks, or has otherwise. A row that is none any more stays, as not valid: what is made of the table shows that it changed. -#}
{%- macro _differing_reloads(log, restarts, reloads, feeds) -%}
{%- set columns = (changefeed.source_table_columns() + ['epoch', 'since']) | join(', ') -%}
select {{ columns }}, found.is_valid is not null as is_valid
from (
    {{ changefeed._found_reloads(log, restarts, feeds) | indent(4) }}
) as found
full outer join (
    select {{ columns }}, is_valid
    from {{ reloads }}
    where feed in ({{ changefeed.sql_strings(feeds) }})
) as noted using ({{ columns }})
where coalesce(found.is_valid, false) <> coalesce(noted.is_valid, false)
{%- endmacro -%}


{#-
The full loads of tables without a key that replace what was there: the epoch, and since when it is. Each is compared with what the load
before it and the changes after that left. A dump is older than all (epoch -1).
-#}
{%- macro _found_reloads(log, restarts, feeds) -%}
{%- set table = changefeed.source_table_columns() | join(', ') -%}
{%- set names = changefeed.sql_strings(feeds) -%}
with images as (
    select {{ table }}, epoch, row_key, sum(copies) as copies, min(if(is_load, ordered_at, null)) as loaded_at
    from (
        select
            {{ table }},
            row_key,
            if(dialect = 'baseline', -1, position.epoch) as epoch,
            position.ordered_at,
            operation = 'snapshot' and position.sequence is null as is_load,
            {{ changefeed.copies_of_change() | indent(12) }} as copies
        from {{ log }}
        where feed in ({{ names }}) and reason is null and size(key_columns) = 0
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
    from {{ log }}
    where feed in ({{ names }}) and reason is null and operation = 'ddl' and not coalesce(statement rlike r'(?i)^\s*create\s', false)
),
epochs as (
    select feed, since, cause, cast(row_number() over (partition by feed order by since) as int) as epoch
    from {{ restarts }}
    where feed in ({{ names }})
    union all
    select explode(array({{ names }})) as feed, timestamp '1970-01-01 00:00:00.000001' as since, 'dump' as cause, 0 as epoch
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
