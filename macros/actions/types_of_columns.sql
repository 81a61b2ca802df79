{#-
A query: the types that columns had in messages, each with the place of its first change in a partition (sent_types), of
columns that had several.
-#}
{%- macro types_of_columns(sent_types) -%}
{%- set column = changefeed.source_table_columns() | join(', ') ~ ', column_name' -%}
select * except (types)
from (
    select
        *,
        collect_set(column_type) over (partition by {{ column }}) as types
    from {{ sent_types }}
    lateral view explode(from_json(column_types, 'map<string,string>')) as column_name, column_type
)
where size(types) > 1
{%- endmacro -%}
