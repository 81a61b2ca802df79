{#- OMS's format Default: the rows name no types of their columns. -#}
{%- macro oms_default_dialect() -%}
{%- set base = changefeed.oms_default_family() -%}
{%- set terms -%}
-- database_or_schema, database, schema, declared_types, key_columns, names_types: taken
-- sent_types
cast(null as map<string,string>)
-- types: taken
-- row_before
oms.prevStruct
-- row_after
oms.postStruct
-- unsent, millis, sequence, operation: taken
{%- endset -%}
{%- set faults -%}
-- wrong_dialect
oms_names_types
-- wrong_dialect, in words
'A message of oms_default has no __light_type in its rows: with it, it is of oms_default_extend. Check the dialect of this feed in seeds/changefeed_feeds.csv.'
-- unknown_operation, unknown_source, row_missing, statement_missing, sequence_missing: taken
{%- endset -%}
    {{- return(changefeed.extend(base, {
        'name': 'oms_default',
        'version': base.version,
        'source_kinds': base.source_kinds,
        'sent_kind': base.sent_kind,
        'envelope': base.envelope,
        'members': base.members,
        'signature': dict(base.signature, says=['not ' ~ changefeed.oms_rows_name_types()]),
        'options': base.options,
        'terms': changefeed.parts(terms, base.terms),
        'faults': changefeed.parts(faults, base.faults),
        'changes': base.changes,
        'types': base.types,
        'ambiguous_nulls': base.ambiguous_nulls,
    })) -}}
{%- endmacro -%}
