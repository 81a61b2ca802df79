{#-
Statements without a number, each with the rows that were changed in its second, in another partition that has no copy
of the statement. Only Kafka's time says whether such a change or the statement came first. A change that the sequences
in the statement's own partition place before or after it is not among them.
-#}
{%- macro concurrent_with_statements(events, log) -%}
select distinct {{ changefeed.statement_columns() | join(', ') }}, row_key
from (
    {{ changefeed.bounded_statements(events, log) | indent(4) }}
)
where is_concurrent and coalesce(sequence > last_before, true) and coalesce(sequence < sequence_after, true)
{%- endmacro -%}
