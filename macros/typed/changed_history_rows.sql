{#-
What a kept history is to get: of the rows that changed since a decode batch, or have a value in a column that the table
did not have (`added`), the versions that are new or other than in the table (_copy 1), and those that it has and are
gone (_copy 0). A late change can be anywhere among the versions of its row, so they are all looked at.
-#}
{%- macro changed_history_rows(node, since, added) -%}
{%- set table, history = changefeed.table_of_model(node), changefeed.relation_of('changefeed_history') -%}
{%- set id = changefeed.quoted_name(node.history.names.version_id) -%}
{%- set identity = changefeed.identity_columns() | join(', ') -%}
{%- set columns, same = [], [] -%}
{%- for name in node.history.of_row + changefeed.typed_values(node, 'row') | list + ['_unreadable'] -%}
    {%- set type = 'map<string,string>' if name == '_unreadable' else node.columns[name].data_type if name in node.columns else '' -%}
    {%- do columns.append(changefeed.quoted_name(name)) -%}
    {%- do same.append(changefeed.comparable_value('new.' ~ columns[-1], type) ~ ' <=> ' ~ changefeed.comparable_value('kept.' ~ columns[-1], type)) -%}
{%- endfor -%}
with touched as (

    {% for name in ['changefeed_versions', 'changefeed_folded_rows'] + (['changefeed_history'] if added else []) -%}
    select {{ identity }}
    from {{ changefeed.relation_of(name) }}
    where
        {{ changefeed.stored_rows_of(table) | indent(8) }}
        {%- if name == 'changefeed_history' %}
        and ({% for column in added %}row[{{ changefeed.sql_string(column) }}] is not null{{ ' or ' if not loop.last }}{% endfor %})
        {%- else %}
        and applied_batch_id > {{ since }}
        {%- endif %}
    {{ 'union' if not loop.last }}
    {% endfor %}

),

new as (

    {{ changefeed.typed_history_rows(node, '(select * from ' ~ history ~ ' left semi join touched using (' ~ identity ~ '))') | indent(4) }}

),

kept as (

    select stored.*
    from {{ this }} as stored
    left semi join touched
        on
            stored._row_key = touched.row_key
            {%- for name in changefeed.shard_columns(table) %}
            and stored.{{ name }} = touched.{{ name[1:] }}
            {%- endfor %}

)

select {{ columns | join(', ') }}, 1 as _copy
from new
left anti join kept
    on
        {{ same | join('\n        and ') }}
union all
select {{ columns | join(', ') }}, 0 as _copy
from kept
left anti join new on kept.{{ id }} = new.{{ id }}
{%- endmacro -%}
