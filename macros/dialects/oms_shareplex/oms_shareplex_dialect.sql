{#-
OMS's format SharePlex. `key` has the whole row before an update, but for large values that did not change, which are
NULL. A full load has no operation of its own: its rows are inserts without the number that other changes have.
-#}
{%- macro oms_shareplex_dialect() -%}
{%- set base = changefeed.shareplex_family('OMS') -%}
{%- set is_loaded -%}
shareplex.meta.op = 'ins' and {{ changefeed.oms_orders_by_sequence() }} and coalesce(nullif(shareplex.meta.scn, ''), 'null') in ('null', '0')
{%- endset -%}
{%- set terms -%}
-- is_schema
coalesce(source_kind, '') in ('oceanbase_oracle', 'oracle', 'db2')
-- database_or_schema, table, declared_key, types: taken
-- sequence
if(shareplex.meta.op in ('ddl', 'trunc', 'dropcol'), {{ changefeed.oms_statement_sequence('shareplex.meta.scn', 'unix_millis(' ~ changefeed.shareplex_time('shareplex.meta.time', "coalesce(time_zone, 'UTC')") ~ ')') }}, {{ changefeed.oms_sequence('shareplex.meta.scn') }})
-- operation
if({{ is_loaded }}, 'snapshot', {{ base.terms.operation }})
-- unsent
if(
    shareplex_operation in ('update', 'delete'),
    {{ changefeed.oms_unsent(
        "if(shareplex_operation = 'delete', shareplex.data, shareplex.key)",
        "(shareplex_operation = 'delete' or not array_contains(map_keys(shareplex.data), name))",
        'shareplex_types', 'shareplex_declared_key'
    ) }},
    array()
)
{%- endset -%}
{%- set faults -%}
-- sequence_missing, unknown_operation, row_missing, statement_missing: taken
{%- endset -%}
{%- set changes -%}
-- operation, source_database, source_schema, source_table, after_rows, before_rows: taken
-- is_partial
coalesce(
    size(shareplex_unsent) > 0
    or shareplex_operation = 'delete' and size(shareplex_declared_key) > 0 and coalesce(options['lob_mode'], '') <> 'complete',
    false
)
-- column_types: taken
-- source_at
{{ changefeed.shareplex_time('shareplex.meta.time', "coalesce(time_zone, 'UTC')") }}
-- processed_at
{{ changefeed.shareplex_time('shareplex.meta.posttime', "coalesce(time_zone, 'UTC')") }}
-- source_sequence
if({{ changefeed.oms_orders_by_sequence() }} and shareplex_operation <> 'snapshot', shareplex_sequence, null)
-- transaction_id, statement, statement_kind: taken
{%- endset -%}
    {{- return(changefeed.extend(base, {
        'name': 'oms_shareplex',
        'version': 2,
        'source_kinds': ['oceanbase_mysql', 'oceanbase_oracle', 'mysql', 'oracle', 'db2'],
        'envelope': base.envelope,
        'signature': base.signature,
        'options': changefeed.oms_options(),
        'terms': changefeed.parts(terms, base.terms),
        'faults': changefeed.parts(faults, dict(base.faults, sequence_missing=changefeed.oms_sequence_missing('shareplex_operation', 'meta.scn', 'shareplex.meta.scn', 'shareplex_sequence'))),
        'changes': changefeed.parts(changes, base.changes),
        'types': changefeed.oms_text_types(),
        'ambiguous_nulls': changefeed.oms_ambiguous_nulls(),
    })) -}}
{%- endmacro -%}
