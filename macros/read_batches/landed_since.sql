{#- How many messages landed in loads after one, by load. -#}
{%- macro landed_since(messages, batch_id) -%}
select
    batch_id,
    count(*) as messages
from {{ messages }}
where batch_id > {{ batch_id }}
group by batch_id
{%- endmacro -%}
