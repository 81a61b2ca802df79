{{ config(materialized='derived', schema='internal', alias='table_actions') }}

{%- set events = ref('changefeed_table_events') -%}
{%- set fingerprint = changefeed.fingerprint(
    events, source('changefeed_internal', 'sweeps'), ref('changefeed_table_reloads'), ref('changefeed_source_tables'),
    ref('changefeed_ordered_changes'), ref('changefeed_event_actions'), ref('changefeed_sent_types')
) -%}
{%- set actions = ref('changefeed_event_actions') -%}
{%- set renames = ref('changefeed_table_renames') -%}
{%- set settings = ref('changefeed_feed_settings') -%}

{%- if changefeed.is_stale(fingerprint) %}
{%- set rewritten = changefeed.rewritten_columns(actions, ref('changefeed_ordered_changes'), settings) %}
{%- set defaults, fits = changefeed.default_texts(actions), changefeed.fits_of_types(actions) %}

with {% if rewritten -%}
rewritten as (

    {{ rewritten }}

),

{% endif -%}
{%- if rewritten or defaults or fits -%}
of_statements as (

    select
        *{% if defaults %} except (column_default){% endif %}
        {%- if defaults %},
        {{ defaults | indent(8) }} as column_default
        {%- endif %}
        {%- if fits %},
        -- A text that keeps its former type has another form.
        if(action = 'change_type' {%- if rewritten %} and not coalesce(startswith(text_before, '\uFDD0'), false){% endif %}, {{ fits }}, null) as fits
        {%- endif %}
    from {{ actions }}
    {%- if rewritten %}
    left join rewritten using (feed, source_database, source_schema, source_table, position, action_index)
    {%- endif %}

),

{% endif -%}
actions as (

    {{ changefeed.actions_by_present_name('of_statements' if rewritten or defaults or fits else actions, renames) | indent(4) }}

),

-- A full load that replaced a table without a key: no row of earlier epochs is left in the table.
reloads as (

    select
        feed,
        since as source_at,
        {{ changefeed.position_in_epoch('epoch', 'if(epoch = 0, since, null)') | indent(8) }} as position,
        source_database,
        source_schema,
        source_table
    from ({{ changefeed.standing_reloads(ref('changefeed_table_reloads')) | indent(4) }})

),

all_resets as (

    select
        feed,
        source_database,
        source_schema,
        source_table,
        position,
        operation,
        source_at,
        positions
    from actions
    where action in ('truncate', 'drop_table')
    union all
    select
        feed,
        coalesce(present.source_database, source_database) as source_database,
        coalesce(present.source_schema, source_schema) as source_schema,
        coalesce(present.source_table, source_table) as source_table,
        position,
        'snapshot' as operation,
        source_at,
        null as positions
    from (
        select
            *,
            {{ changefeed.present_table('', 'position', 'renames') | indent(12) }} as present
        from reloads
        left join {{ renames }} using (feed)
    )

),

resets as (

    select
        feed,
        source_database,
        source_schema,
        source_table,
        max(struct(position, operation, source_at)) as last_reset,
        collect_list(struct(position, operation, source_at, positions)) as resets,
        array_distinct(flatten(collect_list(map_keys(positions)))) as all_partitions
    from all_resets
    group by feed, source_database, source_schema, source_table

),

column_actions as (

    select
        feed,
        source_database,
        source_schema,
        source_table,
        {{ changefeed.in_order(
            'collect_list(struct(position, action_index, action, column_name, new_column_name, column_type, column_default, '
            ~ ('text_before, text_after, texts' if rewritten else 'cast(null as string) as text_before, cast(null as string) as text_after, cast(null as map<string,string>) as texts')
            ~ (', fits' if fits else ', cast(null as string) as fits') ~ ', positions))',
            by=['position', 'action_index']
        ) | indent(8) }} as column_actions
    from actions
    where action in ('add_column', 'drop_column', 'rename_column'){% if rewritten %} or text_before is not null{% endif %}{% if fits %} or fits is not null{% endif %}
    group by feed, source_database, source_schema, source_table

),

sweeps as (

    select
        feed,
        source_database,
        source_schema,
        source_table,
        max(since) as swept_before,
        collect_list(since) as sweeps
    from {{ source('changefeed_internal', 'sweeps') }}
    group by feed, source_database, source_schema, source_table

),

final as (

    select
        feed,
        source_database,
        source_schema,
        source_table,
        resets.last_reset,
        map_from_entries(transform(resets.all_partitions, topic_partition -> struct(
            topic_partition,
            array_max(transform(
                resets.resets,
                reset -> struct(coalesce(reset.positions[topic_partition], reset.position) as position, reset.operation, reset.source_at)
            ))
        ))) as last_reset_by_partition,
        resets.resets,
        column_actions.column_actions,
        sweeps.swept_before,
        sweeps.sweeps
    from resets
    full outer join column_actions using (feed, source_database, source_schema, source_table)
    full outer join sweeps using (feed, source_database, source_schema, source_table)

)

select
    *,
    {{ changefeed.sql_string(fingerprint) }} as fingerprint
from final

{%- endif -%}
