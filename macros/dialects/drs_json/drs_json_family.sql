{#-
What DRS's two forms of JSON share. They differ in which member has the row of a DELETE: deleted_rows; in the other form
it is other_rows. Terms: operation, is_row, rows.
-#}
{%- macro drs_json_family(form, deleted_rows, other_form, other_rows) -%}
{%- set base = changefeed.canal_family('DRS') -%}
{%- set is_full_load = "canal.type in ('INIT', 'INIT_DDL')" -%}
{%- set has_id = "coalesce(canal.id rlike r'^[0-9]{1,38}\\z', false)" -%}
{%- set terms -%}
-- operation
case
    when canal.type = 'INIT_DDL' or (canal.type = 'DDL' and canal.isDdl) then if({{ changefeed.is_truncate('canal.sql') }}, 'truncate', 'ddl')
    when not canal.isDdl then {{ changefeed.lookup('canal.type', {
        'INSERT': 'insert',
        'UPDATE': 'update',
        'DELETE': 'delete',
        'INIT': 'snapshot',
    }) }}
end
-- is_row
canal.type in ('INSERT', 'UPDATE', 'DELETE', 'INIT')
-- rows
if(canal.type = 'DELETE', canal.{{ deleted_rows }}, canal.data)
{%- endset -%}
{%- set faults -%}
-- deleted_rows_elsewhere
canal.type = 'DELETE' and coalesce(size(canal.{{ deleted_rows }}), 0) <= 0 and size(canal.{{ other_rows }}) > 0
-- deleted_rows_elsewhere, in words
'A DELETE in DRS {{ form }} has its row in {{ deleted_rows }}; here it is in {{ other_rows }}, as in {{ other_form }}. Look up which format the task writes, and check the dialect of this feed in seeds/changefeed_feeds.csv.'
-- sequence_missing
not {{ is_full_load }} and not {{ has_id }}
-- sequence_missing, in words
concat('A DRS message has a whole number in id, by which changes are ordered; here it is ', coalesce(canal.id, 'missing'), '.')
-- unknown_operation, data_not_rows, old_not_rows: taken
{%- endset -%}
{%- set changes -%}
-- operation: taken
-- source_database
if(source_kind = 'oracle', null, canal.database)
-- source_schema
if(source_kind = 'oracle', canal.database, null)
-- source_table
if(source_kind = 'oracle', canal.table, rtrim(canal.table))
-- key_columns, after_rows, before_rows, is_before_changed_only: taken
-- is_partial
canal.type in ('UPDATE', 'DELETE') and coalesce(source_kind = 'oracle', false)
-- column_types, source_at, processed_at: taken
-- source_sequence
if({{ is_full_load }} or not {{ has_id }}, null, array(cast(canal.id as decimal(38,0))))
-- transaction_id: none
-- statement: taken
-- statement_kind
if(canal.type in ('DDL', 'INIT_DDL'), lower(canal.type), null)
{%- endset -%}
    {{- return(changefeed.extend(base, {
        'version': 4,
        'envelope': base.envelope,
        'members': ['data', 'database', 'es', 'id', 'isDdl', 'mysqlType', 'old', 'pkNames', 'sql', 'sqlType', 'table', 'ts', 'type'],
        'signature': {'has': ['type', 'isDdl'], 'usually_has': ['id', 'mysqlType']},
        'terms': changefeed.parts(terms),
        'faults': changefeed.parts(faults, base.faults),
        'changes': changefeed.parts(changes, base.changes),
    })) -}}
{%- endmacro -%}
