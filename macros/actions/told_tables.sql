{#-
A query: the tables that source_columns knows, whether a whole row of each was seen since it was made (is_known), when
it was last dropped, and the later of both times.
-#}
{%- macro told_tables(relation) -%}
select
    {{ changefeed.source_table_columns() | join(', ') }},
    max(if(change = 'table_dropped', first_seen_at, null)) as dropped_at,
    max(if(change in ('table_appeared', 'table_dropped'), first_seen_at, null)) as known_since,
    coalesce(max_by(change, struct(first_seen_at, offset)) filter (where change in ('table_appeared', 'table_dropped')) = 'table_appeared', false) as is_known
from {{ relation }}
where feed <> ''
group by {{ changefeed.source_table_columns() | join(', ') }}
{%- endmacro -%}
