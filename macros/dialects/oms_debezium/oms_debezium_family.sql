{#-
What OMS's kinds Debezium and DebeziumFlatten share: Debezium's envelope with OMS's operations. `envelope_is` says where
the envelope is. The schema beside it is not read: in OMS's own sample it lacks columns, and names types otherwise than
Connect does. Terms, beside those of the family: declared_types; lobs_unsent (columns whose NULL may be no value: for a
large value that did not change, OMS sends NULL before and after).
-#}
{%- macro oms_debezium_family(name, kind, is_form_wrong, envelope_is) -%}
{%- set base = changefeed.debezium_family('OMS') -%}
{%- set terms -%}
-- sent, body, source, table: taken
-- own_key
{{ changefeed.declared_for_table('declared_keys', "coalesce(dbz_body.source['db'], '')", "''", "dbz_body.source['table']") }}
-- repeats_a_name, has_non_string: taken
-- operation
{{ changefeed.lookup('dbz_body.op', {'c': 'insert', 'u': 'update', 'd': 'delete', 'HEARTBEAT': 'heartbeat'}) }}
-- is_row
coalesce(dbz_body.op in ('c', 'u', 'd'), false)
-- declared_types
{{ changefeed.declared_for_table('declared_types', "coalesce(dbz_body.source['db'], '')", "''", "dbz_body.source['table']") }}
-- lobs_unsent
if(
    dbz_body.op in ('u', 'd'),
    {{ changefeed.oms_unsent("if(dbz_body.op = 'd', dbz_body.before, dbz_body.after)", 'dbz_body.before[name] is null', 'dbz_declared_types', 'dbz_own_key') }},
    array()
)
{%- endset -%}
{%- set faults -%}
-- wrong_dialect
{{ is_form_wrong }} or coalesce(dbz_body.source['name'] <> 'OMS', dbz_is_row)
-- wrong_dialect, in words
concat('OMS in its kind {{ kind }} writes ', {{ "'op, source, before and after as members of the message'" if envelope_is == 'bare' else "'the envelope in payload, with op'" }}, ', with source.name OMS. Check the dialect of this feed in seeds/changefeed_feeds.csv (debezium, oms_debezium, oms_debezium_flatten).')
-- row_missing
dbz_is_row and if(dbz_body.op = 'd', dbz_body.before, dbz_body.after) is null
-- row_missing, in words
concat('A message with op ', dbz_body.op, ' of OMS carries the row in ', if(dbz_body.op = 'd', 'before', 'after'), '; here it is absent or null.')
-- unknown_operation, before_missing, duplicate_name, wrong_type: taken
{%- endset -%}
{%- set changes -%}
-- operation, source_database: taken
-- source_schema: none
-- source_table: taken
-- after_rows
if(dbz_body.op = 'd', array(), array({{ changefeed.without_columns('dbz_body.after', 'dbz_lobs_unsent') }}))
-- before_rows
if(dbz_body.before is null, array(), array({{ changefeed.without_columns('dbz_body.before', 'dbz_lobs_unsent') }}))
-- is_partial
coalesce(
    size(dbz_lobs_unsent) > 0
    or dbz_body.op = 'd' and size(dbz_own_key) > 0 and coalesce(options['lob_mode'], '') <> 'complete',
    false
)
-- column_types
to_json(dbz_declared_types)
-- source_at
{{ changefeed.millis_to_timestamp("nullif(try_cast(dbz_body.source['ts_ms'] as bigint), 0)") }}
-- processed_at: taken
-- statement: none
{%- endset -%}
    {{- return(changefeed.extend(base, {
        'name': name,
        'version': 3,
        'source_kinds': ['oceanbase_mysql'],
        'envelope': base.envelope,
        'options': {'lob_mode': changefeed.oms_options().lob_mode},
        'members': ['op', 'source', 'before', 'after', 'ts_ms', 'schema', 'payload'],
        'signature': dict(
            {'has': ['op'], 'usually_has': ['source', 'ts_ms']} if envelope_is == 'bare' else {'has': ['payload']},
            says=['coalesce(' ~ changefeed.debezium_member('source.name') ~ " = 'OMS', " ~ changefeed.debezium_member('op') ~ " = 'HEARTBEAT')"],
        ),
        'terms': changefeed.parts(terms, base.terms),
        'faults': changefeed.parts(faults, base.faults),
        'changes': changefeed.parts(changes, base.changes),
        'ambiguous_nulls': changefeed.oms_ambiguous_nulls(),
        'types': changefeed.oms_debezium_types(),
    })) -}}
{%- endmacro -%}
