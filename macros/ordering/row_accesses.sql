{#-
Two CTEs: row_accesses, what concurrent changes do to rows, and rows_in_question, the rows that changes of several
partitions access. The images of row_accesses lack the columns that a statement alters at the same instant.
-#}
{%- macro row_accesses(members, has_actions) -%}
{%- set instant = 'feed, ordered_at' -%}
{%- set table = 'source_database, source_schema, source_table' -%}
{%- set row_operations = "('" ~ changefeed.row_operations() | join("', '") ~ "')" -%}
row_accesses as (

    select
        {{ instant }},
        {{ table }},
        row_key as object,
        topic_partition,
        within,
        within as last_within,
        step as sub_step,
        case
            when operation = 'snapshot' or is_keyless and (operation = 'insert' or previous_row_key is not null) then 'any'
            when operation = 'insert' or previous_row_key is not null then 'absent'
            else 'there'
        end as pre,
        case when after is not null then 'there' when is_keyless then 'any' else 'absent' end as post,
        {%- for image in ['before', 'after'] %}
        if(
            is_keyless or {{ image }} is null {{ 'or previous_row_key is not null' if image == 'before' }},
            cast(map() as map<string,string>),
            {{ 'if(names is null, ' ~ image ~ ', map_filter(' ~ image ~ ', (name, text) -> not array_contains(names, lower(name))))'
                if has_actions else image }}
        ) as {{ image }}{{ ',' if not loop.last }}
        {%- endfor %}
    from {{ members }} as members
    {%- if has_actions %}
    left join columns_acted_on using ({{ instant }}, {{ table }})
    {%- endif %}
    where operation in {{ row_operations }}

),

rows_in_question as (

    select {{ instant }}, {{ table }}, object from row_accesses
    group by all
    having min(topic_partition) <> max(topic_partition)
    {%- if has_actions %}
    union
    select row_accesses.feed, row_accesses.ordered_at, {{ table }}, row_accesses.object
    from row_accesses
    inner join resets using ({{ instant }}, {{ table }})
    where row_accesses.topic_partition <> resets.topic_partition
    {%- endif %}

)
{%- endmacro -%}
