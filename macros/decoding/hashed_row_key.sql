{#-
SQL of the hash by which an erasure knows a row again: HMAC-SHA-256 of its table and its key, with the blocks of
mask_key() beside it. One key has another hash in each table.
-#}
{%- macro hashed_row_key(row_key) -%}
{%- set text = 'to_json(array(' ~ changefeed.source_table_columns() | join(', ') ~ ', ' ~ row_key ~ '))' -%}
if({{ row_key }} is null, null, {{ changefeed.masked_text('', {'action': 'hash'}, text) }})
{%- endmacro -%}
