{#-
What an event of `table_events` does, on the tables that its names mean. NULL where the event is not understood, or
where a name may mean several tables.
-#}
{%- macro understood_actions() -%}
if(
    size(other_spellings) = 0,
    {{ changefeed.stated_actions('is_understood') | indent(4) }},
    transform(
        if(exists(other_spellings, each -> size(each.tables) > 1), null, {{ changefeed.stated_actions('is_understood') | indent(8) }}),
        action -> transform(
            array(named_struct(
                'source', {{ changefeed._table_meant('action', 'source') }},
                'new', {{ changefeed._table_meant('action', 'new') }}
            )),
            meant -> named_struct(
                'action', action.action,
                {%- for which in ['source', 'new'] %}{% for part in ['database', 'schema', 'table'] %}
                '{{ which }}_{{ part }}', coalesce(meant.{{ which }}.source_{{ part }}, action.{{ which }}_{{ part }}),
                {%- endfor %}{% endfor %}
                'column_name', action.column_name,
                'new_column_name', action.new_column_name,
                'column_type', action.column_type,
                'column_default', action.column_default
            )
        )[0]
    )
)
{%- endmacro -%}


{#- The table that a name of an action means, where rows spell the name in another case; else NULL. -#}
{%- macro _table_meant(action, which) -%}
get(filter(
    other_spellings,
    each -> {% for part in ['database', 'schema', 'table'] %}each.name.source_{{ part }} = {{ action }}.{{ which }}_{{ part }}{{ ' and ' if not loop.last }}{% endfor %}
), 0).tables[0]
{%- endmacro -%}
