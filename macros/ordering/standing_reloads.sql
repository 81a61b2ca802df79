{#- The full loads that replace what was there in their table, as the runs found them so far. -#}
{%- macro standing_reloads(reloads) -%}
{%- set columns = (changefeed.source_table_columns() + ['epoch', 'since']) | join(', ') -%}
select {{ columns }}
from {{ reloads }}
where feed <> ''
group by {{ columns }}
having max_by(is_valid, decode_batch_id)
{%- endmacro -%}
