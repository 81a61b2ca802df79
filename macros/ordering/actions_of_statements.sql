{#- What the statements of statements_in_log() do, one row for each action. -#}
{%- macro actions_of_statements(statements) -%}
select
    feed,
    ordered_at,
    topic_partition,
    within,
    size(collect_set(topic_partition) over (partition by feed, statement, source_at)) > 1 as is_everywhere,
    action_index,
    action.*
from {{ statements }}
lateral view posexplode(
    {{ changefeed.understood_actions() | indent(4) }}
) as action_index, action
{%- endmacro -%}
