{#- What quarantines a flattened message. -#}
{%- macro debezium_flat_faults() -%}
{%- set faults -%}
-- wrong_dialect
flat_envelope['connector'] is not null and flat_sent['op'] in ('c', 'r', 'u', 'd', 't')
-- wrong_dialect, in words
'The message has its envelope: it was not flattened. Declare the feed as debezium in seeds/changefeed_feeds.csv.'
-- source_not_covered
{{ changefeed.debezium_wraps_values('flat_row') }}
-- source_not_covered, in words
'{{ changefeed.debezium_wrapped_in_words() }}'
-- duplicate_name
if({{ changefeed.flat_is_wrapped() }}, coalesce({{ changefeed.repeats_a_name('flat_sent') }}, false), false)
-- duplicate_name, in words
'The payload names a member more than once.'
-- wrong_type
flat_has_non_string or size(flat_columns) > 0 and flat_types is null or flat_decimals_differ
-- wrong_type, in words
if(flat_has_non_string, 'Debezium adds table, db and schema to rows as texts; here one is another kind of JSON value.', 'The schema names a column twice, not at all or by no text, or a decimal without its scale; or decimals are JSON numbers without decimals=numeric among the options of the feed, or texts with it.')
-- unknown_operation
flat_operation is null
-- unknown_operation, in words
concat('Debezium documents no op ', coalesce(flat_added['op'], flat_sent['status'], 'null'), '.')
-- delete_mark_missing
flat_operation in ('insert', 'update') and options['deletes'] <=> 'marked' and flat_sent['__deleted'] is null and flat_added['op'] is null
-- delete_mark_missing, in words
'The row has neither __deleted nor __op, so deletes of this topic cannot be marked as the feed says (deletes=marked). Set delete.tombstone.handling.mode=rewrite in the connector, or deletes=tombstone among the options of this feed.'
-- before_missing
flat_operation = 'update' and size(flat_own_key) = 0
-- before_missing, in words
'The table is declared without a key, and a flattened update has no row before: nobody knows which row is meant. Declare a key in seeds/changefeed_table_keys.csv, or send the table with its envelope (debezium).'
-- no_key_declared: taken
-- sequence_missing
not options['order'] <=> 'offset' and not options['deletes'] <=> 'tombstone' and flat_sequence is null and not flat_is_load and flat_operation in ('insert', 'update', 'delete', 'snapshot', 'truncate', 'ddl')
-- sequence_missing, in words
'The row names no place in the log of its source. Add it to add.fields of the transform (source.file,source.pos,source.row, source.sequence or lsn, source.commit_lsn,source.change_lsn,source.event_serial_no), or set order=offset among the options of this feed.'
{%- endset -%}
    {{- return(changefeed.parts(faults, {'no_key_declared': changefeed.debezium_framed_key('flat')})) -}}
{%- endmacro -%}
