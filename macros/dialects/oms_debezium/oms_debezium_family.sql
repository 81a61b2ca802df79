{#-
What OMS's Debezium kinds share: Debezium's envelope with OMS's operations. The schema part is not read: OMS's own sample of it lacks columns and calls its types otherwise than
Connect. `place` says where the envelope is. A NULL of a large value (LOB) that stands both before and after an UPDATE is no value: OMS sends NULL for one that did not change.
-#}
{%- macro oms_debezium_family(name, kind, is_place_wrong, place) -%}
{%- set declared_types = changefeed.declared_for_table('declared_types', "coalesce(dbz_body.source['db'], '')", "''", "dbz_body.source['table']") -%}
{%- set is_unsent -%}
(text is null and dbz_body.before[name] is null and coalesce({{ changefeed.oceanbase_is_lob(declared_types ~ '[name]') }}, false))
{%- endset -%}
    {{- return(changefeed.extend(changefeed.debezium_family('OMS'), {
        'name': name,
        'version': 2,
        'source_kinds': ['oceanbase_mysql'],
        'options': {
            'lob_mode': {
                'values': ['null_when_unchanged', 'complete'],
                'default': 'null_when_unchanged',
                'meaning': 'what NULL of a large value (TEXT, BLOB, JSON, …, as changefeed_table_columns.csv declares it) means before and after an UPDATE: a value that did not change, or NULL',
            },
        },
        'members': ['op', 'source', 'before', 'after', 'ts_ms', 'schema', 'payload'],
        'signature': dict(
            {'has': ['op'], 'usually_has': ['source', 'ts_ms']} if place == 'bare' else {'has': ['payload']},
            says=['coalesce(' ~ changefeed.debezium_member('source.name') ~ " = 'OMS', " ~ changefeed.debezium_member('op') ~ " = 'HEARTBEAT')"],
        ),
        'terms': {
            'operation': changefeed.lookup('dbz_body.op', {'c': 'insert', 'u': 'update', 'd': 'delete', 'HEARTBEAT': 'heartbeat'}),
            'is_row': "coalesce(dbz_body.op in ('c', 'u', 'd'), false)",
            'is_partial': "dbz_body.op <=> 'u' and not options['lob_mode'] <=> 'complete' and " ~ declared_types ~ ' is not null'
                ~ ' and coalesce(exists(map_entries(dbz_body.after), field -> ' ~ (is_unsent | replace('text is', 'field.value is') | replace('[name]', '[field.key]')) ~ '), false)',
        },
        'faults': {
            'wrong_dialect': {
                'when': is_place_wrong ~ " or coalesce(dbz_body.source['name'] <> 'OMS', dbz_is_row)",
                'detail': "concat('OMS in its kind " ~ kind ~ " writes ', " ~ ("'op, source, before and after as members of the message'" if place == 'bare' else "'the envelope in payload, with op'")
                    ~ ", ', with source.name OMS. Check the dialect of this feed in seeds/changefeed_feeds.csv (debezium, oms_debezium, oms_debezium_flatten).')",
            },
            'row_missing': {
                'when': "dbz_is_row and if(dbz_body.op = 'd', dbz_body.before, dbz_body.after) is null",
                'detail': "concat('A message with op ', dbz_body.op, ' of OMS carries the row in ', if(dbz_body.op = 'd', 'before', 'after'), '; here it is absent or null.')",
            },
        },
        'changes': {
            'key_columns': none,
            'source_schema': none,
            'statement': none,
            'after_rows': "if(dbz_body.op = 'd', array(), array(if(dbz_is_partial, map_filter(dbz_body.after, (name, text) -> not " ~ is_unsent ~ '), dbz_body.after)))',
            'before_rows': 'if(dbz_body.before is null, array(), array(dbz_body.before))',
            'is_partial': 'dbz_is_partial',
            'source_at': changefeed.millis_to_timestamp("nullif(try_cast(dbz_body.source['ts_ms'] as bigint), 0)"),
        },
        'types': changefeed.oms_debezium_types(),
    })) -}}
{%- endmacro -%}
