{#-
The rows that were changed in the second of a statement without a number, in another partition that has no copy of it,
by feed: between what is before and what is after the statement in its own partition nothing but Kafka's time says which
came first.
-#}
{%- macro concurrent_with_statements(events, log) -%}
select distinct {{ changefeed.statement_columns() | join(', ') }}, row_key
from (
    {{ changefeed.bounded_statements(events, log) | indent(4) }}
)
where is_concurrent and coalesce(sequence > last_before, true) and coalesce(sequence < sequence_after, true)
{%- endmacro -%}
