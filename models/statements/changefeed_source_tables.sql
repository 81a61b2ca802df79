{{
    config(
        materialized='log',
        schema='internal',
        alias='source_tables',
        replaces_redecoded={'read_batches': 'changefeed_read_batches', 'which': 'true', 'by': 'decode_batch_id'},
    )
}}

{%- set is_first = changefeed.is_first_build() -%}
{%- set log = ref('changefeed_decoded') -%}
{%- set run = changefeed.newest_read_batch(ref('changefeed_read_batches')) -%}
{%- set seen_batch_id = 0 if is_first else changefeed.high_water(this, ['decode_batch_id'])[0] -%}
{#- Only names in statements are looked up among the tables: nothing is asked before the log has a statement. -#}
{%- set is_asked = changefeed.is_readable(log) and run > seen_batch_id and (
    seen_batch_id or changefeed.newest_statement(log, 0) > 0
) -%}
{%- set columns = changefeed.source_table_columns() | join(', ') -%}
{%- set read_batches = ref('changefeed_read_batches') -%}
{%- set redecoded = changefeed.redecoded_changes(this, read_batches, 'true') if is_asked and not is_first -%}

{%- if is_first or is_asked %}

{{ changefeed.written_once('stored.decode_batch_id between ' ~ (seen_batch_id + 1) ~ ' and ' ~ run) -}}

with final as (

    -- The row without a feed says how far a run has looked.
    select
        '' as feed,
        '' as source_database,
        '' as source_schema,
        '' as source_table,
        cast(0 as bigint) as batch_id
    where {{ 'true' if is_asked else 'false' }}

    union all

    select
        {{ columns }},
        min(batch_id) as batch_id
    from {{ log }}
    {%- if not is_first %}
    left anti join (
        select *
        from {{ this }}
        {%- if redecoded %}
        where not ({{ redecoded }})
        {%- endif %}
    ) as known using ({{ columns }})
    {%- endif %}
    where
        decode_batch_id > {{ seen_batch_id }}
        and operation in ('{{ changefeed.row_operations() | join("', '") }}')
        and {{ 'true' if is_asked else 'false' }}
    group by {{ columns }}

)

select
    *,
    cast({{ run }} as bigint) as decode_batch_id
from final

{%- endif -%}
