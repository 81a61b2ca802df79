{#- The full loads that replaced the rows that were there, as the runs have found them so far. -#}
{%- macro standing_reloads(reloads) -%}
{%- set columns = (changefeed.source_table_columns() + ['epoch', 'since']) | join(', ') -%}
select {{ columns }}
from {{ reloads }}
where feed <> ''
group by {{ columns }}
having max_by(is_valid, decode_batch_id)
{%- endmacro -%}
