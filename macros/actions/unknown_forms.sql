{#-
A query: of how many forms of new row images source_columns (`known`) does not say all that they tell, in one look at
the images. Where there is none, nothing else is asked.
-#}
{%- macro unknown_forms(log, known, seen_batch_id) -%}
{%- set table = changefeed.source_table_columns() | join(', ') -%}
select count(*) as n
from (
    select
        *,
        transform(names, name -> lower(name)) as column_keys,
        from_json(column_types, 'map<string,string>') as types
    from (
        select distinct {{ table }}, names, column_types, is_whole, has_all, types_follow_values
        from ({{ changefeed.sent_forms(log, seen_batch_id) | indent(8) }})
    )
) as forms
left join ({{ changefeed.told_tables(known) | indent(4) }}) as tables using ({{ table }})
left join (
    select
        {{ table }},
        map_from_entries(collect_list(struct(column_key, struct(column_name, is_there, sent_type)))) as columns
    from ({{ changefeed.told_columns(known) | indent(4) }})
    group by {{ table }}
) as known using ({{ table }})
where
    is_whole and not coalesce(is_known, false)
    or known.columns is null
    or exists(names, name -> not coalesce(known.columns[lower(name)].is_there and known.columns[lower(name)].column_name = name, false))
    or exists(names, name -> types[name] is not null and if(
        types_follow_values, known.columns[lower(name)].sent_type is null, not known.columns[lower(name)].sent_type <=> types[name]
    ))
    or has_all and exists(
        map_entries(known.columns),
        column -> column.value.is_there and not array_contains(column_keys, column.key) and types[column.value.column_name] is null
    )
{%- endmacro -%}
