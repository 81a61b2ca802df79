{#- A query: the tables, by their present names, whose key was redefined, each with the columns of its key now. -#}
{%- macro present_keys(redefined) -%}
select {{ changefeed.source_table_columns() | join(', ') }}, max_by(key_columns, decode_batch_id) as present_key
from {{ redefined }}
where what = 'present'
group by {{ changefeed.source_table_columns() | join(', ') }}
{%- endmacro -%}
