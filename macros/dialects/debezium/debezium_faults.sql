{#- The faults of Debezium's own messages, beside those of the family. -#}
{%- macro debezium_faults() -%}
{%- set faults -%}
-- wrong_dialect
dbz_is_foreign
-- wrong_dialect, in words
concat(case when dbz_source['name'] = 'OMS' then 'source.name is OMS: it is of oms_debezium or oms_debezium_flatten' when dbz_is_row then 'source names the table alone, as Flink and SeaTunnel write it (flink_json)' else 'It is no message of Debezium, or a flattened one (debezium_flat)' end, '. Check the dialect of this feed in seeds/changefeed_feeds.csv.')
-- source_not_covered
lower(dbz_source['connector']) = 'mongodb' or dbz_wraps
-- source_not_covered, in words
if(dbz_wraps, '{{ changefeed.debezium_wrapped_in_words() }}', 'Declare topics of MongoDB as debezium_mongodb.')
-- wrong_type
dbz_has_non_string or dbz_digits or exists(dbz_sides, types -> types is null or to_json(types) <> to_json(dbz_types))
-- wrong_type, in words
case when dbz_has_non_string then 'Debezium writes ddl, databaseName, schemaName, and in source connector, db, schema and table, as texts; one here is none.' when dbz_digits then 'Decimals are numbers without the option decimals=numeric, or texts with it.' else 'The schema names a column twice or by no text, a decimal without its scale, or other columns before than after.' end
-- no_key_declared: taken
-- sequence_missing
not options['order'] <=> 'offset' and not options['deletes'] <=> 'tombstone' and dbz_sequence is null and not dbz_is_load and dbz_operation in ('insert', 'update', 'delete', 'truncate', 'ddl', 'snapshot')
-- sequence_missing, in words
concat('source of the connector ', coalesce(dbz_source['connector'], 'null'), ' names no known place to order by. Set order=offset.')
-- row_missing
dbz_is_row and (dbz_body.op <> 'd' and dbz_body.after is null or dbz_body.op = 'd' and dbz_body.before is null and dbz_key_row is null)
-- row_missing, in words
concat('The row of op ', dbz_body.op, ' is absent or null. Check the replica identity, or row image, of the source.')
{%- endset -%}
    {{- return(changefeed.parts(faults, {'no_key_declared': changefeed.debezium_framed_key('dbz')})) -}}
{%- endmacro -%}
