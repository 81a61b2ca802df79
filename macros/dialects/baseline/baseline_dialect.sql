{#-
Rows of a dump, as `changefeed load` lands them, and rows that `changefeed repair` has read again. No feed declares this
dialect.
-#}
{%- macro baseline_dialect() -%}
{%- set faults -%}
-- wrong_dialect
baseline.changefeed_baseline <> 1 or coalesce(baseline.operation not in ('snapshot', 'delete'), false)
-- wrong_dialect, in words
'This topic holds what `changefeed load` and `changefeed repair` land, and nothing else.'
{%- endset -%}
{%- set changes -%}
-- operation
coalesce(baseline.operation, 'snapshot')
-- source_database
baseline.database
-- source_schema
baseline.schema
-- source_table
baseline.table
-- key_columns
baseline.key_columns
-- after_rows
if(baseline.operation <=> 'delete', array(), array(baseline.row))
-- before_rows
if(baseline.operation <=> 'delete', array(baseline.row), array())
-- is_partial
coalesce(baseline.is_partial, false)
-- source_sequence
transform(baseline.sequence, number -> cast(number as decimal(38,0)))
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
                'key_columns': 'array<text>', 'row': 'map<string,string>', 'operation': 'text', 'is_partial': 'boolean',
                'sequence': 'array<text>',
            },
        },
        'signature': {'has': ['changefeed_baseline', 'row']},
        'faults': changefeed.parts(faults),
        'changes': changefeed.parts(changes),
    }) -}}
{%- endmacro -%}
