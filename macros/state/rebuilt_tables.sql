{#-
A query of the tables (by their names now) that refold_requests asks to fold from their whole log since the fold read
them last: all rows of a feed, of a table, or those of it without a key. '' where there is none.
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
    {{- return(rebuilt if changefeed.requested(requests, applied_batch_id)[2] else '') -}}
{%- endmacro -%}
