{#-
A query of the changes of a column's type after which texts from before would mean another value (by the key rewrite of
their feed's dialect, or by the labels of ENUM and SET where these are written as numbers), with the names of
event_actions: feed, source_database, source_schema, source_table, position, action_index, text_before and text_after,
which are put around such a text, and texts, what takes its place (text → text; ordinals of labels that moved). Empty
where there is none. The type that was in force is the newest that the log tells before the statement: of a row, or of a
table that a message describes. What cannot be read any more gets U+FDD0 and that type before it, and is no value.
-#}
{%- macro rewritten_columns(actions, log, settings) -%}
    {%- if not changefeed.is_readable(actions) -%}{{ return('') }}{%- endif -%}
    {%- set labels = [] -%}
    {%- for dialect in changefeed.dialects() if dialect.rewrite is not defined and changefeed.numbers_labels(dialect) -%}{%- do labels.append(dialect.name) -%}{%- endfor -%}
    {%- set of_dialects = 'feed in (select feed from ' ~ settings ~ ' where dialect in (' -%}
    {%- set which = "action = 'change_type' and (" ~ of_dialects ~ changefeed.sql_strings(changefeed.rewriting_dialects()) ~ ")) or column_type rlike r'(?i)^ *(enum|set)\\b' and "
        ~ of_dialects ~ changefeed.sql_strings(labels) ~ ')))' -%}
    {%- if not changefeed.ask('rewrites', 'select count(*) from ' ~ actions ~ ' where ' ~ which, [[0]], once=true)[0][0] | int -%}
        {{- return('') -}}
    {%- endif -%}
    {%- set typed = changefeed._types_before(actions, log, which) -%}
    {%- set feeds = changefeed.feeds_by_name() -%}
    {%- set cases = [] -%}
    {%- for name, old, new, pair in changefeed.ask('rewritten_types', 'select distinct feed, old_type, new_type, pair from (' ~ typed ~ ')') if name in feeds -%}
        {%- set rewrite = feeds[name].dialect.rewrite or changefeed.rewrite_by_labels -%}
        {%- set around = rewrite(old, new, feeds[name]) -%}
        {%- set unreadable = "concat('\\uFDD0', coalesce(old_type, '?'), ' '), ''" -%}
        {%- if around is mapping -%}
            {%- do cases.append("when '" ~ pair ~ "' then struct(" ~ unreadable ~ ', map(' ~ changefeed.sql_strings(around.items() | sum(start=())) ~ '))') -%}
        {%- elif around -%}
            {%- do cases.append("when '" ~ pair ~ "' then struct(" ~ (unreadable if around is string else changefeed.sql_strings(around)) ~ ', cast(null as map<string,string>))') -%}
        {%- endif -%}
    {%- endfor -%}
    {%- if not cases -%}{{ return('') }}{%- endif -%}
    {%- set table = changefeed.source_table_columns() | join(', ') -%}
    {{- return('select ' ~ table ~ ', position, action_index, around.col1 as text_before, around.col2 as text_after, around.col3 as texts from (select *, case pair '
        ~ cases | join(' ') ~ ' end as around from (' ~ typed ~ ')) where around is not null') -}}
{%- endmacro -%}


{#-
The changes of types with the type before (NULL where the log tells none) and after, and `pair`, one hash for a feed and
two types: message content is no part of a statement's text.
-#}
{%- macro _types_before(actions, log, which) -%}
{%- set table = changefeed.source_table_columns() -%}
{%- set of_feeds = 'feed in (select feed from ' ~ actions ~ ' where ' ~ which ~ ')' -%}
select *, md5(to_json(array(feed, old_type, new_type))) as pair
from (
    select
        {% for column in table %}changed.{{ column }}, {% endfor %}
        changed.position,
        changed.action_index,
        changed.new_type,
        max_by(
            get(filter(map_entries(told.types), each -> lower(each.key) = lower(changed.old_name)), 0).value,
            told.position
        ) filter (where exists(map_keys(told.types), name -> lower(name) = lower(changed.old_name))) as old_type
    from (
        select
            {% for column in table %}actions.{{ column }}, {% endfor %}
            actions.position,
            actions.action_index,
            actions.column_type as new_type,
            coalesce(renames.column_name, actions.column_name) as old_name
        from (select * from {{ actions }} where {{ which }}) as actions
        left join (
            {#- Where names were exchanged, the first of two renames has the name before the statement. -#}
            select *
            from {{ actions }}
            where action = 'rename_column' and not startswith(column_name, '\uFDD0')
        ) as renames
            on
                {% for column in table %}actions.{{ column }} = renames.{{ column }} and {% endfor %}
                actions.position = renames.position
                and actions.column_name = ltrim('\uFDD0', renames.new_column_name)
    ) as changed
    left join (
        select {{ table | join(', ') }}, position, from_json(column_types, 'map<string,string>') as types
        from {{ log }}
        where operation in ({{ changefeed.sql_strings(changefeed.row_operations()) }}) and column_types is not null and {{ of_feeds }}
        union all
        select
            feed, source_database, source_schema, described.table_name as source_table, position,
            map_from_arrays(described.columns.name, described.columns.type) as types
        from (
            select *, explode({{ changefeed.described_tables() | indent(16) }}) as described
            from {{ log }}
            where {{ changefeed.describes_tables() }} and {{ of_feeds }}
        )
        where size(array_distinct(described.columns.name)) = size(described.columns)
    ) as told
        on
            {% for column in table %}changed.{{ column }} = told.{{ column }} and {% endfor %}
            told.position < changed.position
    group by all
)
{%- endmacro -%}
