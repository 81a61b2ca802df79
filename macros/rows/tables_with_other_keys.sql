{#-
The tables of which new changes name a key that was not noted yet, or another key than the present one. is_redefined
says that the table, or a table whose name it took or gave, has had another key too. `known` is redefined_keys, `events`
event_actions; each is none before it has anything.
-#}
{%- macro tables_with_other_keys(log, known, events, seen_batch_id) -%}
{%- if not changefeed.is_readable(log) -%}{{ return([]) }}{%- endif -%}
{%- set table = changefeed.source_table_columns() | join(', ') -%}
{%- set query -%}
with keys as (
    select {{ table }}, key_columns, bool_or(is_new) as is_new, bool_and(is_new) as is_unknown
    from (
        select *, true as is_new from ({{ changefeed.keys_in_log(log, seen_batch_id) | indent(8) }})
        {%- if known %}
        union all
        select {{ table }}, key_columns, false from {{ known }} where what = 'seen'
        {%- endif %}
    )
    group by {{ table }}, key_columns
),
named as (
    select * from keys
    {%- if events %}
    {%- for one, other in [('source', 'new'), ('new', 'source')] %}
    union all
    select keys.feed, events.{{ other }}_database, events.{{ other }}_schema, events.{{ other }}_table, key_columns, is_new, is_unknown
    from keys
    inner join {{ events }} as events
        on
            events.action = 'rename_table'
            and keys.feed = events.feed
            {%- for part in ['database', 'schema', 'table'] %}
            and keys.source_{{ part }} = events.{{ one }}_{{ part }}
            {%- endfor %}
    {%- endfor %}
    {%- endif %}
)
select {{ table }}, count(distinct key_columns) > 1 {{- ' or max(present_key) is not null' if known }} as is_redefined
from named
{%- if known %}
left join ({{ changefeed.present_keys(known) | indent(4) }}) using ({{ table }})
{%- endif %}
group by {{ table }}
having bool_or(is_unknown {{- ' or is_new and coalesce(key_columns <> present_key, false)' if known }})
{%- endset -%}
{{- return(changefeed.ask('other_keys', query)) -}}
{%- endmacro -%}
