{#-
The CTE observed_columns: whether the row changes of an altered table show each altered column. Changes that follow each
other in a partition and show a column alike have the same number (run).
-#}
{%- macro observed_columns(members) -%}
{%- set instant = 'feed, ordered_at' -%}
{%- set table = 'source_database, source_schema, source_table' -%}
{%- set row_operations = "('" ~ changefeed.row_operations() | join("', '") ~ "')" -%}
observed_columns as (

    select
        *,
        count_if(is_other) over (partition by {{ instant }}, {{ table }}, object, topic_partition order by within, step) as run
    from (
        select
            *,
            coalesce(observed <> lag(observed) over in_partition, true) or acted <> coalesce(lag(acted) over in_partition, 0) as is_other
        from (
            select
                members.feed,
                members.ordered_at,
                {{ table }},
                name as object,
                members.topic_partition,
                members.within,
                members.step,
                if(
                    exists(map_keys(coalesce(after, before)), column -> lower(column) = name),
                    concat('there ', coalesce(lower(map_values(map_filter(
                        from_json(column_types, 'map<string,string>'), (column, type) -> lower(column) = name
                    ))[0]), '')),
                    'absent'
                ) as observed,
                size(filter(acted_at, each -> each.topic_partition = members.topic_partition and each.within < members.within)) as acted
            from {{ members }} as members
            inner join (
                select {{ instant }}, {{ table }}, name, collect_list(struct(topic_partition, within)) as acted_at
                from acts
                lateral view explode(array_distinct(array(lower(column_name), lower(new_column_name)))) as name
                where action in ('add_column', 'drop_column', 'rename_column') and name <> ''
                group by all
            ) using ({{ instant }}, {{ table }})
            where operation in {{ row_operations }} and not is_partial and coalesce(after, before) is not null
        )
        window in_partition as (partition by {{ instant }}, {{ table }}, object, topic_partition order by within, step)
    )

)
{%- endmacro -%}
