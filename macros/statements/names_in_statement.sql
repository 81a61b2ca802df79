{#-
The tables that an event of `table_events` names, and the databases and schemas that it drops (source_table is ''), as
the statement spells them: an array of structs of name and is_new. is_new says that a rename makes the name.
-#}
{%- macro names_in_statement() -%}
array_distinct(flatten(transform(
    coalesce({{ changefeed.stated_actions() | indent(4) }}, array()),
    action -> if(
        action.action = 'rename_table',
        array(
            named_struct('name', {{ changefeed._name_in('action', 'source') }}, 'is_new', false),
            named_struct('name', {{ changefeed._name_in('action', 'new') }}, 'is_new', true)
        ),
        array(named_struct('name', {{ changefeed._name_in('action', 'source') }}, 'is_new', false))
    )
)))
{%- endmacro -%}


{%- macro _name_in(action, which) -%}
named_struct(
    {%- for part in ['database', 'schema', 'table'] -%}
    'source_{{ part }}', {{ action }}.{{ which }}_{{ part }}{{ ', ' if not loop.last }}
    {%- endfor -%}
)
{%- endmacro -%}
