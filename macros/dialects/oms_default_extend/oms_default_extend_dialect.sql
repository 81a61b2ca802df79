{#-
OMS's format DefaultExtendColumnType: each row has a member more, __light_type, with the types of its columns. Terms,
beside those of the family: light_types (that member), has_odd_types (whether it is not what it should be).
-#}
{%- macro oms_default_extend_dialect() -%}
{%- set base = changefeed.oms_default_family() -%}
{%- set terms -%}
-- database_or_schema, database, schema, declared_types, key_columns, names_types: taken
-- light_types
coalesce(oms.postStruct['__light_type'], oms.prevStruct['__light_type'])
{# {"column": {"schemaType": "INT"}, …} as column → type. #}
-- sent_types
transform_values(
    {{ changefeed.json_object_of('oms_light_types') }},
    (name, text) -> get(transform(
        array({{ changefeed.json_object_of('text') }}),
        about -> if({{ changefeed.repeats_a_name('about') }}, null, about['schemaType'])
    ), 0)
)
{#
A text that holds JSON would be read as if it were the object, and a type that is no text as a text. Only what looks
like one is read again.
#}
-- has_odd_types
value_text rlike r'"__light_type"\s*+:\s*+"'
or coalesce(exists(map_values(oms_sent_types), type -> type is null), true)
or if(
    oms_light_types rlike r'\\|"schemaType"\s*+:\s*+[^"\s]',
    coalesce(exists(
        map_values(from_json(oms_light_types, 'map<string,struct<schemaType:variant>>', {{ changefeed.json_options() }})),
        each -> {{ changefeed.is_not_string('each.schemaType') }}
    ), true),
    false
)
-- types: taken
-- row_before
{{ changefeed._oms_columns('oms.prevStruct') }}
-- row_after
{{ changefeed._oms_columns('oms.postStruct') }}
-- unsent, millis, sequence, operation: taken
{%- endset -%}
{%- set faults -%}
-- wrong_dialect
(oms.postStruct is not null or oms.prevStruct is not null) and not oms_names_types
-- wrong_dialect, in words
'A message of oms_default_extend has __light_type in its rows: without it, it is of oms_default. Check the dialect of this feed in seeds/changefeed_feeds.csv.'
-- duplicate_name
coalesce({{ changefeed.repeats_a_name('oms_sent_types') }}, false)
-- duplicate_name, in words
'__light_type names a column twice.'
-- wrong_type
oms_names_types and oms_has_odd_types
-- wrong_type, in words
'__light_type is not an object of objects with a schemaType, one for each column.'
-- unknown_operation, unknown_source, row_missing, statement_missing, sequence_missing: taken
{%- endset -%}
    {{- return(changefeed.extend(base, {
        'name': 'oms_default_extend',
        'version': base.version,
        'source_kinds': base.source_kinds,
        'sent_kind': base.sent_kind,
        'envelope': base.envelope,
        'members': base.members,
        'signature': dict(base.signature, says=['(' ~ changefeed.oms_rows_name_types() ~ " or get_json_object(json, '$.recordType') = 'HEARTBEAT')"]),
        'options': base.options,
        'terms': changefeed.parts(terms, base.terms),
        'faults': changefeed.parts(faults, base.faults),
        'changes': base.changes,
        'types': base.types,
        'ambiguous_nulls': base.ambiguous_nulls,
    })) -}}
{%- endmacro -%}


{#- The columns of a row beside the types. -#}
{%- macro _oms_columns(row) -%}
map_filter({{ row }}, (name, text) -> name <> '__light_type')
{%- endmacro -%}
