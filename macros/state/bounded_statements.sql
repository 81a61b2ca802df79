{#-
What beside_statements() gives, with the sequences of what comes last before a statement and first after it in its own
partition.
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
