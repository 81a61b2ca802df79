{#-
A query: the tables, by their present names, that refold_requests has asked to fold from their whole log since the fold
last read it. A request asks for all rows of a feed, all rows of a table, or the rows of a table that have no key. ''
where there is no such request.
-#}
{%- macro rebuilt_tables(requests, applied_batch_id) -%}
    {%- if not execute or changefeed.is_first_build() -%}{{ return('') }}{%- endif -%}
    {%- set rebuilt -%}
        select distinct
            feed as rebuilt_feed,
            source_database as rebuilt_database,
            source_schema as rebuilt_schema,
            source_table as rebuilt_table,
            coalesce(rows = 'keyless', false) as rebuilt_keyless_only
        from {{ requests }}
        where reason is not null and row_key is null and first_position is null and decode_batch_id > {{ applied_batch_id }}
    {%- endset -%}
    {%- if not changefeed.requested(requests, applied_batch_id)[2] -%}{{ return('') }}{%- endif -%}
    {%- do changefeed.compile_plans(unless='has_small_logs') -%}
    {{- return(rebuilt) -}}
{%- endmacro -%}
