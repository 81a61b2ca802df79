{#-
A query: the rows of the log, up to a load, that no fold of the rest of the log needs. `changes` is the view
ordered_changes; `which` is a further condition on changes. These rows are

- changes of rows that are superseded. A later whole image of the same key supersedes a change, if that image is itself
  up to the load. Where a partial image moved to another key between the two, the change stays: the row of that key
  depends on it;
- events;
- quarantined messages that have been decoded since.

One removal can make further changes superseded; the next removal takes them. The same name before and after a rename is
of different tables, so only changes with the same renames ahead are compared.
-#}
{%- macro superseded_changes(changes, renames, up_to_batch_id, which='true') -%}
{%- set record = ['topic', 'topic_incarnation', 'partition', 'offset'] -%}
{%- set columns = 'feed, ' ~ record | join(', ') ~ ', message_index, step, decode_batch_id, landed_at' -%}
{%- set table = changefeed.source_table_columns() | join(', ') -%}
{%- set is_old = 'batch_id <= ' ~ up_to_batch_id ~ ' and (' ~ which ~ ')' -%}
{%- set is_of_row = "operation in ('" ~ changefeed.row_operations() | join("', '") ~ "')" -%}
with changes as (

    select
        *,
        transform(
            filter(
                renames,
                step -> ({{ changefeed._names_table('step') }}) and position < coalesce(step.positions[{{ changefeed.topic_partition('position') }}], step.position)
            ),
            step -> struct(step.position, step.action_index)
        ) as renames_ahead
    from {{ changes }}
    left join (select feed, renames from {{ renames }}) using (feed)
    where reason is null and {{ is_of_row }} and size(key_columns) > 0

),

events as (

    select
        {{ columns }},
        struct({{ table }}) as of_table,
        renames_ahead,
        key_columns,
        row_key,
        position,
        {{ is_old }} as is_old,
        if({{ is_old }} and not coalesce(is_partial, false), 'whole', null) as event
    from changes
    union all
    select
        {{ columns }},
        struct({{ table }}) as of_table,
        renames_ahead,
        key_columns,
        previous_row_key,
        position,
        false as is_old,
        'moved away' as event
    from changes
    where is_partial and previous_row_key is not null

),

followed as (

    select
        *,
        last_value(event, true) over (
            partition by of_table, renames_ahead, key_columns, row_key
            order by position desc
            rows between unbounded preceding and 1 preceding
        ) as next_event
    from events

),

resolved as (

    select feed, {{ record | join(', ') }}
    from {{ changes }}
    where (feed, {{ record | join(', ') }}) in (
        select feed, {{ record | join(', ') }} from {{ changes }} where {{ is_old }} and reason is not null
    )
    group by all
    having not max_by(reason is not null, decode_batch_id)

)

select {{ columns }} from followed where is_old and next_event = 'whole'
union all
select {{ columns }} from {{ changes }}
where {{ is_old }} and reason is null and not {{ is_of_row }}
union all
select {{ columns }} from {{ changes }}
left semi join resolved using (feed, {{ record | join(', ') }})
where {{ is_old }} and reason is not null
{%- endmacro -%}


{#- Whether a rename names the table of a change, before or after the rename. -#}
{%- macro _names_table(step) -%}
{%- for side in ['source', 'new'] -%}
(
    {%- for part in ['database', 'schema', 'table'] -%}
    {{ step }}.{{ side }}_{{ part }} = source_{{ part }}{{ ' and ' if not loop.last }}
    {%- endfor -%}
){{ ' or ' if not loop.last }}
{%- endfor -%}
{%- endmacro -%}
