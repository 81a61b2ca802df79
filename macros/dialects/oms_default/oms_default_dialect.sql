{#- OMS's format Default: the rows name no types of their columns. -#}
{%- macro oms_default_dialect() -%}
{%- set base = changefeed.oms_default_family() -%}
    {{- return(changefeed.extend(base, {
        'name': 'oms_default',
        'version': base.version,
        'source_kinds': base.source_kinds,
        'sent_kind': base.sent_kind,
        'envelope': base.envelope,
        'members': base.members,
        'signature': dict(base.signature, says=['not ' ~ changefeed.oms_rows_name_types()]),
        'options': base.options,
        'terms': {
            'database_or_schema': base.terms.database_or_schema,
            'database': base.terms.database,
            'schema': base.terms.schema,
            'declared_types': base.terms.declared_types,
            'key_columns': base.terms.key_columns,
            'names_types': base.terms.names_types,
            'sent_types': 'cast(null as map<string,string>)',
            'types': base.terms.types,
            'row_before': 'oms.prevStruct',
            'row_after': 'oms.postStruct',
            'unsent': base.terms.unsent,
            'millis': base.terms.millis,
            'sequence': base.terms.sequence,
            'operation': base.terms.operation,
        },
        'faults': {
            'wrong_dialect': {
                'when': 'oms_names_types',
                'detail': "'A message of oms_default has no __light_type in its rows: with it, it is of oms_default_extend. Check the dialect of this feed in seeds/changefeed_feeds.csv.'",
            },
            'unknown_operation': base.faults.unknown_operation,
            'unknown_source': base.faults.unknown_source,
            'row_missing': base.faults.row_missing,
            'statement_missing': base.faults.statement_missing,
            'sequence_missing': base.faults.sequence_missing,
        },
        'changes': base.changes,
        'types': base.types,
        'ambiguous_nulls': base.ambiguous_nulls,
    })) -}}
{%- endmacro -%}
