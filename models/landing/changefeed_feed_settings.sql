{#- Whatever reads messages reads this: so the masks are there before it. -#}
{%- do ref('changefeed_table_masks') -%}
{{ config(materialized='view', schema='internal', alias='feed_settings') }}

with table_keys as (

    select
        feed,
        map_from_entries(collect_list(named_struct(
            'table_name', {{ changefeed.table_name_key(
                "coalesce(source_database, '')", "coalesce(source_schema, '')", 'source_table'
            ) }},
            'key_columns', if(
                startswith(key_columns, 'json:'),
                from_json(substr(key_columns, 6), 'array<string>'),
                filter(split(coalesce(key_columns, ''), '[|]'), name -> name <> '')
            )
        ))) as declared_keys
    from {{ ref('changefeed_table_keys') }}
    group by feed

),

table_columns as (

    select
        feed,
        map_from_entries(collect_list(struct(table_name, declared_types))) as declared_types
    from (
        select
            feed,
            {{ changefeed.table_name_key(
                "coalesce(source_database, '')", "coalesce(source_schema, '')", 'source_table'
            ) }} as table_name,
            map_from_entries(collect_list(struct(column_name, source_type))) as declared_types
        from {{ ref('changefeed_table_columns') }}
        group by feed, table_name
    )
    group by feed

),

final as (

    select
        feeds.feed,
        feeds.dialect,
        feeds.topics,
        {{ changefeed.topics_pattern('feeds.topics', 'feeds.feed') }} as topics_pattern,
        coalesce(feeds.time_zone, 'UTC') as time_zone,
        coalesce(feeds.source_kind, '') as source_kind,
        coalesce(feeds.history, 'off') as history,
        feeds.options,
        feeds.database as database_override,
        feeds.schema as schema_override,
        table_keys.declared_keys,
        table_columns.declared_types
    from {{ ref('changefeed_feeds') }} as feeds
    left join table_keys on feeds.feed = table_keys.feed
    left join table_columns on feeds.feed = table_columns.feed

)

select * from final
