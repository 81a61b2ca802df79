{#- What quarantines a message of DRS's form with a schema. -#}
{%- macro drs_json_schema_faults(is_full_load, has_id) -%}
{%- set faults -%}
-- source_kind_differs
drs_sent_kind <> nullif(source_kind, '')
-- source_kind_differs, in words
concat('The message comes from ', drs.dbType, ', and the feed\'s source_kind is ', source_kind, '. Rows and types read differently: correct source_kind in seeds/changefeed_feeds.csv, or make a feed for each task.')
-- unknown_operation
drs_operation is null or drs.type <> drs.opType
-- unknown_operation, in words
concat('DRS documents no opType ', drs.opType, ' with type ', coalesce(drs.type, 'missing'), ' and isDdl ', drs.isDdl, '.')
-- sequence_missing
not {{ is_full_load }} and not {{ has_id }}
-- sequence_missing, in words
concat('A DRS message has a whole number in id, by which changes are ordered; here it is ', coalesce(drs.id, 'missing'), '.')
-- data_not_rows
drs_is_row and (drs_rows is null or {{ changefeed.lacks_a_row('drs_rows') }} or {{ changefeed.lacks_a_row('drs.data') }})
-- data_not_rows, in words
concat('A message of opType ', drs.opType, ' carries its rows in ', if(drs.opType = 'DELETE', 'old', 'data'), ', an array of objects; here it is absent, null or holds something else.')
-- old_not_rows
drs.opType = 'UPDATE' and size(drs.data) > 0 and (drs.old is null or size(drs.old) <> size(drs.data) or {{ changefeed.lacks_a_row('drs.old') }})
-- old_not_rows, in words
'An UPDATE carries in old one object for each row of data; here old is absent, shorter, longer or holds something else. PostgreSQL and GaussDB send the row before only from tables with REPLICA IDENTITY FULL, which DRS requires.'
-- duplicate_name
coalesce({{ changefeed.repeats_a_name('drs_sent_types') }}, false)
-- duplicate_name, in words
'columnType names a column twice.'
-- wrong_type
coalesce(trim(drs.columnType) <> '', false) and {{ changefeed.is_not_object_of_strings('columnType', 'drs.columnType', 'drs_sent_types') }}
-- wrong_type, in words
'columnType is neither blank nor an object of texts, column and type.'
{%- endset -%}
    {{- return(changefeed.parts(faults)) -}}
{%- endmacro -%}
