{{
    config(
        materialized='log',
        schema='internal',
        alias='sent_types',
        replaces_redecoded={'read_batches': 'changefeed_read_batches', 'which': 'true', 'by': 'decode_batch_id'},
    )
}}

{%- set is_first = changefeed.is_first_build() -%}
{%- set log = ref('changefeed_decoded') -%}
{%- set settings = ref('changefeed_feed_settings') -%}
{%- set read_batches = ref('changefeed_read_batches') -%}
{%- set run = changefeed.newest_read_batch(read_batches) -%}
{%- set seen_batch_id = 0 if is_first else changefeed.high_water(this, ['decode_batch_id'])[0] -%}
{%- set rewriting = changefeed.rewriting_dialects() -%}
{%- set is_of_them = 'dialect in (' ~ changefeed.sql_strings(rewriting) ~ ')' -%}
{%- set is_asked = changefeed.is_readable(log) and run > seen_batch_id and (
    changefeed.facts() is not none or changefeed.declared_feeds(settings) | selectattr('dialect', 'in', rewriting) | list
) -%}
{%- set redecoded = changefeed.redecoded_changes(this, read_batches, 'true') if is_asked and not is_first -%}
{%- set table = changefeed.source_table_columns() | join(', ') -%}
{%- set place = table ~ ', topic, topic_incarnation, partition, column_types' -%}

{%- if is_first or is_asked %}

{{ changefeed.written_once('stored.decode_batch_id between ' ~ (seen_batch_id + 1) ~ ' and ' ~ run) -}}

with new as (

    select
        {{ place }},
        min(struct(position, offset, message_index, batch_id)) as first
    from {{ log }}
    where
        decode_batch_id > {{ seen_batch_id }}
        and {{ is_of_them }}
        and operation in ({{ changefeed.sql_strings(changefeed.row_operations()) }})
        and column_types is not null
        and {{ 'true' if is_asked else 'false' }}
    group by {{ place }}

),

final as (

    select
        {{ place }},
        new.first.offset,
        new.first.message_index,
        new.first.position,
        new.first.batch_id
    from new
    {%- if not is_first %}
    left join (
        select
            {{ place }},
            min(position) as position
        from {{ this }}
        {%- if redecoded %}
        where not ({{ redecoded }})
        {%- endif %}
        group by {{ place }}
    ) as known using ({{ place }})
    where coalesce(new.first.position < known.position, true)
    {%- endif %}

)

select
    *,
    cast({{ run }} as bigint) as decode_batch_id
from final

{%- endif -%}
