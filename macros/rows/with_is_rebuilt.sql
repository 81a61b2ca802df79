{#-
Rows or changes of a query, each with is_rebuilt: whether it is folded from its whole log, because rebuilt_tables() has
its table or feed. This uses joins: Spark allows no subquery within such expressions.
-#}
{%- macro with_is_rebuilt(query, rebuilt) -%}
select
    stated.*,
    (
        whole_feeds.rebuilt_feed is not null
        or coalesce(not whole_tables.rebuilt_keyless_only or size(stated.key_columns) = 0, false)
    ) as is_rebuilt
from (
    {{ query | indent(4) }}
) as stated
left join (
    select distinct rebuilt_feed
    from (
        {{ rebuilt | indent(8) }}
    )
    where rebuilt_table is null
) as whole_feeds on stated.feed = whole_feeds.rebuilt_feed
left join (
    select rebuilt_feed, rebuilt_database, rebuilt_schema, rebuilt_table, bool_and(rebuilt_keyless_only) as rebuilt_keyless_only
    from (
        {{ rebuilt | indent(8) }}
    )
    where rebuilt_table is not null
    group by rebuilt_feed, rebuilt_database, rebuilt_schema, rebuilt_table
) as whole_tables
    on
        stated.feed = whole_tables.rebuilt_feed
        and stated.source_database = whole_tables.rebuilt_database
        and stated.source_schema = whole_tables.rebuilt_schema
        and stated.source_table = whole_tables.rebuilt_table
{%- endmacro -%}
