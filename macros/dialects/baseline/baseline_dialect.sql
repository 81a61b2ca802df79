{#- Rows of a dump, as `changefeed load --baseline` lands them. No feed declares this dialect. -#}
{%- macro baseline_dialect() -%}
{%- set faults -%}
-- wrong_dialect
baseline.changefeed_baseline <> 1
-- wrong_dialect, in words
'This topic holds what `changefeed load --baseline` lands, and nothing else.'
{%- endset -%}
{%- set changes -%}
-- operation
'snapshot'
-- source_database
baseline.database
-- source_schema
baseline.schema
-- source_table
baseline.table
-- key_columns
baseline.key_columns
-- after_rows
array(baseline.row)
-- before_rows
array()
-- is_partial
false
{%- endset -%}
    {{- return({
        'name': 'baseline',
        'version': 1,
        'source_kinds': [],
        'is_internal': true,
        'envelope': {
            'name': 'baseline',
            'format': 'json_object',
            'members': {
                'changefeed_baseline': 'int', 'database': 'text', 'schema': 'text', 'table': 'text',
                'key_columns': 'array<text>', 'row': 'map<string,string>',
            },
        },
        'signature': {'has': ['changefeed_baseline', 'row']},
        'faults': changefeed.parts(faults),
        'changes': changefeed.parts(changes),
    }) -}}
{%- endmacro -%}
