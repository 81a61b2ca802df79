{#- OMS's format DefaultExtendColumnType: each row has a member more, __light_type, with the types of its columns. -#}
{%- macro oms_default_extend_dialect() -%}
{%- set light_types = "coalesce(oms_default.postStruct['__light_type'], oms_default.prevStruct['__light_type'])" -%}
{#- {"column": {"schemaType": "INT"}, …} as column → type. -#}
{%- set sent_types -%}
transform_values({{ changefeed.json_object_of(light_types) }}, (name, text) -> {{ changefeed.json_object_of('text') }}['schemaType'])
{%- endset -%}
{#- A text that holds JSON would be read as if it were the object. -#}
{%- set is_text -%}
value_text rlike r'"__light_type"\s*+:\s*+"'
{%- endset -%}
    {{- return(changefeed.extend(changefeed.oms_default_family(), {
        'name': 'oms_default_extend',
        'terms': {
            'sent_types': sent_types,
            'row_before': changefeed._oms_columns('oms_default.prevStruct'),
            'row_after': changefeed._oms_columns('oms_default.postStruct'),
        },
        'faults': {
            'wrong_dialect': {
                'when': '(oms_default.postStruct is not null or oms_default.prevStruct is not null) and not (' ~ changefeed._oms_names_types() ~ ')',
                'detail': "'A message of oms_default_extend has __light_type in its rows: without it, it is of oms_default. Check the dialect of this feed in seeds/feeds.csv.'",
            },
            'duplicate_name': {
                'when': 'coalesce(' ~ changefeed.repeats_a_name('oms_default_sent_types') ~ ', false)',
                'detail': "'__light_type names a column twice.'",
            },
            'wrong_type': {
                'when': '(' ~ changefeed._oms_names_types() ~ ') and (' ~ is_text ~ ' or coalesce(exists(map_values(oms_default_sent_types), type -> type is null), true))',
                'detail': "'__light_type is not an object of objects with a schemaType, one for each column.'",
            },
        },
    })) -}}
{%- endmacro -%}


{#- The columns of a row beside the types. -#}
{%- macro _oms_columns(row) -%}
map_filter({{ row }}, (name, text) -> name <> '__light_type')
{%- endmacro -%}
