{#- What quarantines a message of CockroachDB's. -#}
{%- macro cockroachdb_faults() -%}
{%- set faults -%}
-- wrong_dialect
crdb_body.resolved is null and if(crdb.payload is null, not array_contains(names, 'after'), crdb_body.op is null)
-- wrong_dialect, in words
'A changefeed of CockroachDB with envelope=wrapped or enriched writes after, or resolved; those with envelope=row, bare or key_only are not decoded. Check the dialect of this feed in seeds/changefeed_feeds.csv.'
-- unknown_operation
crdb_operation is null
-- unknown_operation, in words
concat('CockroachDB writes c, u and d in op, not ', crdb_body.op, '.')
-- row_missing
crdb_operation in ('insert', 'update') and crdb_body.after is null
-- row_missing, in words
concat('The row of op ', crdb_body.op, ' is absent or null in after.')
-- two_images
crdb_operation = 'insert' and crdb_body.before is not null or crdb_operation = 'delete' and crdb_body.after is not null
-- two_images, in words
concat('op is ', crdb_body.op, ', and a row stands in ', if(crdb_operation = 'insert', 'before', 'after'), '.')
-- before_missing
crdb_operation in ('update', 'delete') and crdb_body.before is null and size(crdb_own_key) = 0
-- before_missing, in words
'The table is declared without a key, and the row before is missing: create the changefeed WITH diff, or declare the key in seeds/changefeed_table_keys.csv.'
-- keys_unreadable
{{ changefeed.has_lone_surrogate('crdb_key_text') | replace('\n', ' ') }} or crdb_is_key_other or crdb_operation = 'delete' and crdb_body.before is null and crdb_key_row is null and crdb_key_names is not null
-- keys_unreadable, in words
concat('The key of the message is ', coalesce(crdb_key_text, 'missing'), ', and not the values of the columns ', array_join(crdb_key_names, ', '), '. Declare the columns of the primary key in seeds/changefeed_table_keys.csv, in its order; with key_column let the changefeed write key_in_value.')
-- sequence_missing
crdb_is_row and not options['order'] <=> 'offset' and crdb_hlc is null
-- sequence_missing, in words
'The message has no time of its commit: create the changefeed WITH updated (with envelope=enriched also enriched_properties=source), or set order=offset among the options of this feed.'
{%- endset -%}
    {{- return(changefeed.parts(faults)) -}}
{%- endmacro -%}
