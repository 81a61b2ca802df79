{#- What quarantines a message of DRS's form with a schema. -#}
{%- macro drs_json_schema_faults(is_full_load, has_id) -%}
    {{- return({
        'source_kind_differs': {
            'when': "drs_sent_kind <> nullif(source_kind, '')",
            'detail': "concat('The message comes from ', drs.dbType, ', and the feed\\'s source_kind is ', source_kind, '. Rows and types read differently:"
                ~ " correct source_kind in seeds/changefeed_feeds.csv, or make a feed for each task.')",
        },
        'unknown_operation': {
            'when': 'drs_operation is null or drs.type <> drs.opType',
            'detail': "concat('DRS documents no opType ', drs.opType, ' with type ', coalesce(drs.type, 'missing'), ' and isDdl ', drs.isDdl, '.')",
        },
        'sequence_missing': {
            'when': 'not ' ~ is_full_load ~ ' and not ' ~ has_id,
            'detail': "concat('A DRS message has a whole number in id, by which changes are ordered; here it is ', coalesce(drs.id, 'missing'), '.')",
        },
        'data_not_rows': {
            'when': 'drs_is_row and (drs_rows is null or ' ~ changefeed.lacks_a_row('drs_rows') ~ ' or ' ~ changefeed.lacks_a_row('drs.data') ~ ')',
            'detail': "concat('A message of opType ', drs.opType, ' carries its rows in ', if(drs.opType = 'DELETE', 'old', 'data'),"
                ~ " ', an array of objects; here it is absent, null or holds something else.')",
        },
        'old_not_rows': {
            'when': "drs.opType = 'UPDATE' and size(drs.data) > 0 and (drs.old is null or size(drs.old) <> size(drs.data) or " ~ changefeed.lacks_a_row('drs.old') ~ ')',
            'detail': "'An UPDATE carries in old one object for each row of data; here old is absent, shorter, longer or holds something else."
                ~ " PostgreSQL and GaussDB send the row before only from tables with REPLICA IDENTITY FULL, which DRS requires.'",
        },
        'duplicate_name': {
            'when': 'coalesce(' ~ changefeed.repeats_a_name('drs_sent_types') ~ ', false)',
            'detail': "'columnType names a column twice.'",
        },
        'wrong_type': {
            'when': "coalesce(trim(drs.columnType) <> '', false) and " ~ changefeed.is_not_object_of_strings('columnType', 'drs.columnType', 'drs_sent_types'),
            'detail': "'columnType is neither blank nor an object of texts, column and type.'",
        },
    }) -}}
{%- endmacro -%}
