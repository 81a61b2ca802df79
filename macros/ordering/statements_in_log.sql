{#-
The statements of some changes of the log, in the columns of `table_events`, with what each statement does.
other_spellings is empty.
-#}
{%- macro statements_in_log(log, which) -%}
{%- set table = 'struct<source_database:string,source_schema:string,source_table:string>' -%}
select
    * except (understood),
    understood.is_understood,
    understood.actions,
    cast(array() as array<struct<name:{{ table }},tables:array<{{ table }}>>>) as other_spellings
from (
    select
        feed,
        source_database,
        source_schema,
        source_table,
        operation,
        statement,
        source_at,
        position.ordered_at,
        struct(topic, topic_incarnation, partition) as topic_partition,
        struct(offset, message_index) as within,
        {{ changefeed.statement_actions('statement', 'source_database', 'source_schema', 'source_table') | indent(4) }} as understood
    from {{ log }}
    where operation in ('ddl', 'truncate') and source_sequence is null and {{ which }}
)
{%- endmacro -%}
