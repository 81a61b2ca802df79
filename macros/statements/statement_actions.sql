{#- What a statement (DDL as text) does to rows and columns: its commands as actions, with names and texts. -#}
{%- macro statement_actions(statement, source_database, source_schema, source_table) -%}
{%- set action_type = 'struct<action:string,source_database:string,source_schema:string,source_table:string,new_database:string,new_schema:string,new_table:string,column_name:string,new_column_name:string,column_type:string,column_default:string>' -%}
{%- set result -%}
transform(
    array(transform(commands, command -> {{ changefeed.command_action("split(command, '\\t')", 'tokens', 'given') }})),
    actions -> if(
        {{ changefeed._is_understood('actions') }},
        named_struct('is_understood', true, 'actions', {{ changefeed._in_order('actions') }}),
        named_struct('is_understood', false, 'actions', cast(array() as array<{{ action_type }}>))
    )
    )[0]
{%- endset -%}
{{- changefeed.of_commands(statement, source_database, source_schema, source_table, result) -}}
{%- endmacro -%}


{#- Whether each part of a statement was understood. -#}
{%- macro _is_understood(actions) -%}
{{ actions }} is not null and forall({{ actions }}, action -> action is not null)
{%- endmacro -%}


{#-
Whether one clause makes a column name, and a later clause drops or renames a column of that name: another column is
meant. Each action is compared with each other one, but only those with names that are both made and taken. Usually
there are none.
-#}
{%- macro _names_are_exchanged(actions) -%}
transform(
                array(array_intersect(
                    transform({{ actions }}, action -> {{ changefeed._made_name('action') }}),
                    transform({{ actions }}, action -> {{ changefeed._taken_name('action') }})
                )),
                names -> transform(
                    array(filter({{ actions }}, action -> array_contains(names, {{ changefeed._made_name('action') }})
                        or array_contains(names, {{ changefeed._taken_name('action') }}))),
                    those -> transform(
                        array(transform(those, action -> {{ changefeed._made_name('action') }})),
                        made -> exists(
                            transform(those, (action, i) -> coalesce(array_position(made, {{ changefeed._taken_name('action') }}) between 1 and i, false)),
                            is_exchanged -> is_exchanged
                        )
                    )[0]
                )[0]
            )[0]
{%- endmacro -%}


{#- The column that an action makes, in small letters; NULL where it makes none. -#}
{%- macro _made_name(action) -%}
lower(case {{ action }}.action when 'add_column' then {{ action }}.column_name when 'rename_column' then {{ action }}.new_column_name end)
{%- endmacro -%}


{#- The column that an action drops or renames, in small letters; NULL where there is none. -#}
{%- macro _taken_name(action) -%}
lower(if({{ action }}.action in ('drop_column', 'rename_column'), {{ action }}.column_name, null))
{%- endmacro -%}


{#-
The actions of a statement in the order in which they act. This is the written order, but a rename of the table by ALTER
TABLE comes last. In one statement, all names are the names before it, but actions are taken one after the other. So
where names are exchanged, columns get a name between the two that no column has (behind U+FDD0), then columns are
dropped, then the others get their new names, and the rest follows. Two kinds of actions are left out: a change of type
that names no type (MODIFY c NOT NULL), and a rename of a column to its own name (CHANGE c c int).
-#}
{%- macro _in_order(actions) -%}
concat(
            transform(
                array(filter(
                    {{ actions }},
                    action -> case action.action
                        when 'rename_table' then false
                        when 'change_type' then action.column_type <> ''
                        when 'rename_column' then action.column_name <> action.new_column_name
                        else true
                    end
                )),
                kept -> if({{ changefeed._names_are_exchanged('kept') }}, concat(
                    transform(
                        filter(kept, action -> action.action = 'rename_column'),
                        action -> {{ changefeed._with_name('action', 'new_column_name') }}
                    ),
                    filter(kept, action -> action.action = 'drop_column'),
                    transform(
                        filter(kept, action -> action.action = 'rename_column'),
                        action -> {{ changefeed._with_name('action', 'column_name') }}
                    ),
                    filter(kept, action -> action.action not in ('drop_column', 'rename_column'))
                ), kept)
            )[0],
            filter({{ actions }}, action -> action.action = 'rename_table')
        )
{%- endmacro -%}


{#- A rename of a column to, or from, the name between its two names. `name` is the field that has it. -#}
{%- macro _with_name(action, name) -%}
named_struct(
                            {%- for field in ['action', 'source_database', 'source_schema', 'source_table', 'new_database', 'new_schema', 'new_table', 'column_name', 'new_column_name', 'column_type', 'column_default'] %}
                            '{{ field }}', {{ "concat('\\uFDD0', " ~ action ~ '.new_column_name)' if field == name else action ~ '.' ~ field }}{{ ',' if not loop.last }}
                            {%- endfor %}
                        )
{%- endmacro -%}
