{#- What quarantines a message of wal2json. -#}
{%- macro pg_logical_faults() -%}
{%- set faults -%}
-- wrong_dialect
event_index is null and arrays_overlap(names, array('change', 'wal_transaction', 'wal_change'))
-- wrong_dialect, in words
'change is no list of changes, as wal2json writes it in format version 1 (whole transactions, without write-in-chunks). Check the dialect of this feed in seeds/changefeed_feeds.csv.'
-- unknown_operation
wal_operation is null
-- unknown_operation, in words
concat('wal2json documents no action or kind ', coalesce(wal.action, wal.wal_change.kind, 'null'), '.')
-- row_missing
wal_operation in ('insert', 'update') and coalesce(size(wal_sides[0].names), 0) <= 0 or wal_operation = 'delete' and coalesce(size(wal_sides[1].names), 0) <= 0
-- row_missing, in words
'A new row has its columns, and a deleted one its identity; here they are missing. Check the replica identity of the table.'
-- two_images
wal_operation = 'insert' and wal_sides[1] is not null or wal_operation = 'delete' and wal_sides[0] is not null
-- two_images, in words
'A new row has none before it, and a deleted one none after it; here both are there.'
-- duplicate_name
exists(array(wal.columns, wal.identity, wal.pk), side -> coalesce(exists(side, each -> coalesce({{ changefeed.repeats_a_name('each') }}, false)), false)) or exists(wal_sides, side -> coalesce(size(array_distinct(side.names)) <> size(side.names), false))
-- duplicate_name, in words
'A column, or what describes it, is named twice.'
-- wrong_type
not wal_is_sound or exists(array(wal.columns, wal.identity), side -> coalesce(exists(side, each -> each is null or not map_contains_key(each, 'value')), false)) or wal_misnamed
-- wrong_type, in words
'Columns have a name, a text, and a value, and as many values as names; here one has not.'
-- before_missing
wal_operation in ('update', 'delete') and wal_is_keyless and wal_rows[1] is null
-- before_missing, in words
'The table is declared without a key, and the row before is missing: set REPLICA IDENTITY FULL, or declare a key in seeds/changefeed_table_keys.csv.'
-- sequence_missing
not options['order'] <=> 'offset' and (wal_is_row or wal_operation = 'truncate') and wal_lsn is null
-- sequence_missing, in words
'The message has no place in the log (lsn, in format version 1 nextlsn): let wal2json write it (include-lsn), or set the option order=offset of this feed.'
{%- endset -%}
    {{- return(changefeed.parts(faults)) -}}
{%- endmacro -%}
