{{
    config(
        materialized='log',
        schema='internal',
        alias='statements',
        replaces_redecoded={'read_batches': 'changefeed_read_batches', 'which': 'true', 'by': 'decode_batch_id'},
        post_hook="{{ changefeed.spell_tables(this, ref('changefeed_source_tables'), ref('changefeed_read_batches')) }}",
    )
}}

{%- set read_batches = ref('changefeed_read_batches') -%}
{%- set is_first = changefeed.is_first_build() -%}
{%- set read_batch_id = 0 if is_first else changefeed.high_water(this, ['decode_batch_id'])[0] -%}
{%- set newest = changefeed.newest_statement(ref('changefeed_decoded'), read_batch_id) -%}
{%- set table = 'struct<source_database:string,source_schema:string,source_table:string>' -%}
{%- set spelling = 'struct<name:' ~ table ~ ',tables:array<' ~ table ~ '>>' -%}

{%- if not execute or newest or changefeed.redecoded_changes(this, read_batches, 'true') %}

{% if newest %}{{ changefeed.written_once('stored.decode_batch_id between ' ~ (read_batch_id + 1) ~ ' and ' ~ newest) }}{% endif -%}

with statements as (

    select
        *,
        {{ changefeed.statement_actions('statement', 'source_database', 'source_schema', 'source_table') | indent(8) }} as understood
    from {{ ref('changefeed_decoded') }}
    where
        decode_batch_id > {{ read_batch_id }}
        and operation in ('ddl', 'truncate')

),

final as (

    select
        feed,
        source_database,
        source_schema,
        source_table,
        operation,
        statement_kind,
        statement,
        understood.is_understood,
        understood.actions,
        cast(array() as array<{{ spelling }}>) as other_spellings,
        cast(array() as array<{{ table }}>) as former_tables,
        false as is_spelled,
        position,
        source_at,
        topic,
        topic_incarnation,
        partition,
        offset,
        message_index,
        batch_id,
        decode_batch_id
    from statements

)

select * from final

{%- endif -%}
