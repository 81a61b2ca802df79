{#-
A query in the form of refold_requests. `columns` are the columns of `query` that say what is to be folded again; all
others are NULL. Without row_key, all rows of the table are folded again; without a table, all rows of the feed.
first_position and last_position limit this to rows that were folded beyond the first position and not settled beyond
the last.
-#}
{%- macro refold_request(query, reason, columns=[]) -%}
{%- set position = (changefeed.columns() | selectattr('name', 'equalto', 'position') | first)['as'].changes -%}
{%- set types = {
    'feed': 'string', 'source_database': 'string', 'source_schema': 'string', 'source_table': 'string', 'row_key': 'string',
    'rows': 'string', 'first_position': position, 'last_position': position,
} -%}
select
    {%- for column, type in types.items() %}
    {{ column ~ ',' if column in columns else 'cast(null as ' ~ type ~ ') as ' ~ column ~ ',' }}
    {%- endfor %}
    {{ 'cast(null as string)' if reason is none else changefeed.sql_string(reason) }} as reason
from (
    {{ query | indent(4) }}
)
{%- endmacro -%}
