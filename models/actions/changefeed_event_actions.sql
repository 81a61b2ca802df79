{{ config(materialized='derived', schema='internal', alias='event_actions') }}

{%- set events = ref('changefeed_table_events') -%}
{%- set log = ref('changefeed_ordered_changes') -%}
{%- set tables = ref('changefeed_source_tables') -%}
{%- set sent_types = ref('changefeed_sent_types') -%}
{%- set epochs, ranks = ref('changefeed_source_epochs'), ref('changefeed_concurrent_changes') -%}
{%- set fingerprint = changefeed.fingerprint(
    events, source('changefeed_internal', 'sweeps'), ref('changefeed_table_reloads'), tables, log, this, sent_types
) -%}

{%- if changefeed.is_stale(fingerprint) %}
{%- set drops_databases = changefeed.is_readable(events) and changefeed.high_water(
    events, ['decode_batch_id'], where=changefeed.drops_database(), question='dropped_databases'
)[0] %}

{%- set unnumbered = changefeed.is_readable(events) and changefeed.high_water(events, ['1'], where=changefeed.has_no_number('position'), question='unnumbered')[0] %}
{%- set statements = changefeed.placed_statements(events, log) if unnumbered else events %}
{%- set has_types = changefeed.is_readable(sent_types) and changefeed.ask(
    'types_of_columns', 'select count(*) from (' ~ changefeed.types_of_columns(sent_types) ~ ')', [[0]]
)[0][0] | int %}
{%- set columns = [
    'feed', 'source_database', 'source_schema', 'source_table', 'action', 'new_database', 'new_schema', 'new_table', 'column_name', 'new_column_name',
    'column_type', 'column_default', 'action_index', 'operation', 'statement', 'source_at', 'position', 'positions', 'decode_batch_id',
] | join(',\n    ') %}

with named as (

    select
        events.feed,
        action.*,
        action_index,
        events.operation,
        events.statement,
        events.source_at,
        events.position,
        events.decode_batch_id,
        {%- if unnumbered %}
        events.is_placed,
        {%- endif %}
        {{ changefeed.topic_partition('events.position') }} as topic_partition
    from {{ statements }} as events
    lateral view posexplode(
        {{ changefeed.understood_actions() | indent(8) }}
    ) as action_index, action
    where action.source_table <> '' or action.action = 'drop_table'

),
{% if drops_databases %}
tables as (

    select distinct feed, source_database, source_schema, source_table
    from {{ tables }}
    where source_table <> ''
    union
    select feed, new_database, new_schema, new_table
    from named
    where action = 'rename_table'

),

-- A dropped database or schema drops all its tables.
actions as (

    select
        named.* except (source_schema, source_table),
        coalesce(tables.source_schema, named.source_schema) as source_schema,
        coalesce(tables.source_table, named.source_table) as source_table
    from named
    left join tables
        on
            named.source_table = ''
            and named.feed = tables.feed
            and named.source_database = tables.source_database
            and named.source_schema in ('', tables.source_schema)
    where coalesce(tables.source_table, named.source_table) <> ''

),
{% else %}
actions as (

    select * from named where source_table <> ''

),
{% endif %}
-- A statement that is delivered again in a partition counts where it came last: the changes between are delivered again
-- after it. Changes with a sequence keep their place. So a statement that is placed among them counts where it came first.
delivered as (

    select
        {%- if unnumbered %}
        * except (position, decode_batch_id, is_placed),
        if(bool_or(is_placed), min(position), max(position)) as position,
        {%- else %}
        * except (position, decode_batch_id),
        max(position) as position,
        {%- endif %}
        max(decode_batch_id) as decode_batch_id
    from actions
    group by all

),

-- One statement can come in several partitions. It acts on each of them at its position there, and on all others at its
-- first position.
final as (

    select
        * except (position, topic_partition, decode_batch_id),
        min(position) as position,
        if(count(*) > 1, map_from_entries(collect_list(struct(topic_partition, position))), map()) as positions,
        max(decode_batch_id) as decode_batch_id
    from delivered
    group by all

)

select
    {{ columns if has_types else '*' }},
    {{ changefeed.sql_string(fingerprint) }} as fingerprint
from final
{%- if has_types %}

union all

select
    {{ columns }},
    {{ changefeed.sql_string(fingerprint) }} as fingerprint
from ({{ changefeed.changed_types(sent_types, epochs, ranks, 'final') | indent(4) }})
{%- endif %}

{%- endif -%}
