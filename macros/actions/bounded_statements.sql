{#-
The rows of beside_statements(), each with the sequences of the last change before the statement (last_before) and of
the first change after it (sequence_after), both in the statement's own partition.
-#}
{%- macro bounded_statements(events, log, which='true', of_log='true') -%}
{%- set statement = changefeed.statement_columns() | join(', ') -%}
select
    *,
    min(if(is_own and not is_before and coalesce(sequence > last_before, true), sequence, null)) over (partition by {{ statement }}) as sequence_after
from (
    select
        *,
        max(if(is_own and is_before, sequence, null)) over (partition by {{ statement }}) as last_before
    from (
        {{ changefeed.beside_statements(events, log, of_log) | indent(8) }}
    )
    where {{ which }}
)
{%- endmacro -%}
