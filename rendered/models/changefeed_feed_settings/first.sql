create or replace view changefeed_internal.feed_settings (
    `feed` comment '…',
    `dialect` comment '…',
    `topics` comment '…',
    `topics_pattern` comment '…',
    `time_zone` comment '…',
    `source_kind` comment '…',
    `history` comment '…',
    `options` comment '…',
    `database_override` comment '…',
    `schema_override` comment '…',
    `declared_types` comment '…',
    `declared_keys` comment '…'
)
comment '…'
tblproperties ('changefeed.fingerprint' = '…')
as

with table_keys as (

    select
        feed,
        map_from_entries(collect_list(named_struct(
            'table_name', concat_ws(':',
        length(coalesce(source_database, '')), coalesce(source_database, ''),
        length(coalesce(source_schema, '')), coalesce(source_schema, ''),
        length(source_table), source_table
    ),
            'key_columns', if(
                startswith(key_columns, 'json:'),
                from_json(substr(key_columns, 6), 'array<string>'),
                filter(split(coalesce(key_columns, ''), '[|]'), name -> name <> '')
            )
        ))) as declared_keys
    from changefeed.changefeed_table_keys
    group by feed

),

table_columns as (

    select
        feed,
        map_from_entries(collect_list(struct(table_name, declared_types))) as declared_types
    from (
        select
            feed,
            concat_ws(':',
        length(coalesce(source_database, '')), coalesce(source_database, ''),
        length(coalesce(source_schema, '')), coalesce(source_schema, ''),
        length(source_table), source_table
    ) as table_name,
            map_from_entries(collect_list(struct(column_name, source_type))) as declared_types
        from changefeed.changefeed_table_columns
        group by feed, table_name
    )
    group by feed

),

final as (

    select
        feeds.feed,
        feeds.dialect,
        feeds.topics,
        concat('^(', replace(replace(replace(replace(trim(feeds.topics), '.', '[.]'), '*', '.*'), '?', '.'), ' ', '|'), '|changefeed_baseline[.]', feeds.feed, r')\z') as topics_pattern,
        coalesce(feeds.time_zone, 'UTC') as time_zone,
        coalesce(feeds.source_kind, '') as source_kind,
        coalesce(feeds.history, 'off') as history,
        feeds.options,
        feeds.database as database_override,
        feeds.schema as schema_override,
        table_keys.declared_keys,
        table_columns.declared_types
    from changefeed.changefeed_feeds as feeds
    left join table_keys on feeds.feed = table_keys.feed
    left join table_columns on feeds.feed = table_columns.feed

)

select * from final;
