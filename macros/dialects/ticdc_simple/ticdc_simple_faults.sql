{#- What quarantines a message of TiCDC's Simple protocol. -#}
{%- macro ticdc_simple_faults() -%}
{%- set faults -%}
-- wrong_dialect
simple.version <> '1'
-- wrong_dialect, in words
concat('The message is of version ', simple.version, ' of the Simple protocol; version 1 is known.')
-- value_elsewhere
coalesce(simple.claimCheckLocation, '') <> ''
-- value_elsewhere, in words
concat('The message is too large for the topic, and its row lies in ', simple.claimCheckLocation, ': it is not here. Raise max-message-bytes of the TiCDC task, or put the row in with a baseline.')
-- row_incomplete
simple.handleKeyOnly and simple.type in ('INSERT', 'UPDATE')
-- row_incomplete, in words
'The message is too large for the topic, and TiCDC sent only the key of its row: the row as it stands is not known. Raise max-message-bytes of the TiCDC task, or put the row in with a baseline.'
-- unknown_operation
simple_operation is null
-- unknown_operation, in words
concat('TiCDC documents no type ', simple.type, '.')
-- row_missing
simple_operation in ('insert', 'update') and simple.data is null or simple_operation in ('update', 'delete') and simple.old is null
-- row_missing, in words
'A new row is in data, the row before in old, and an UPDATE has both; here one is missing.'
-- two_images
simple_operation = 'insert' and simple.old is not null or simple_operation = 'delete' and simple.data is not null
-- two_images, in words
'An INSERT has no old, and a DELETE no data; here both are there.'
-- statement_missing
simple_operation in ('ddl', 'truncate') and simple.sql is null
-- statement_missing, in words
concat('A message of type ', simple.type, ' has its statement in sql; here it is missing.')
-- sequence_missing
simple_commit_ts is null and simple_operation <> 'other'
-- sequence_missing, in words
concat('A message of TiCDC has a whole number in commitTs, by which changes are ordered; here it is ', coalesce(simple.commitTs, 'missing'), '.')
-- wrong_type
exists(array(simple.tableSchema, simple.preTableSchema), sent -> not startswith(sent, '{')) or {{ changefeed.was_sent_as_text('tableSchema') }} or {{ changefeed.was_sent_as_text('preTableSchema') }} or simple_described is not null and not simple_is_row and {{ changefeed._describes_no_names() }}
-- wrong_type, in words
'tableSchema and preTableSchema are objects, and name their schema and table by texts; here one is not.'
{%- endset -%}
    {{- return(changefeed.parts(faults)) -}}
{%- endmacro -%}


{#- Whether schema or table is a number, an object or the like, or is named twice. -#}
{%- macro _describes_no_names() -%}
exists(
    array(coalesce(simple.tableSchema, simple.preTableSchema)),
    text -> size(array_distinct({{ changefeed.top_level_names('text') }})) <> size({{ changefeed.top_level_names('text') }})
    or exists(
        array(from_json(text, 'schema variant, table variant', {{ changefeed.json_options() }})),
        sent -> simple_described.schema is not null and {{ changefeed.is_not_string('sent.schema') }} or simple_described.table is not null and {{ changefeed.is_not_string('sent.table') }}
    )
)
{%- endmacro -%}
