{#-
An image as it is after the columns that were added, dropped and renamed between two positions (all later ones where `until` is
none). Only a whole image gets the default of an added column: what a partial one lacks, the row under it has.
-#}
{%- macro with_column_actions(image, position, actions, until=none, is_whole=true) -%}
{%- set same = 'lower(name) = lower(action.column_name)' -%}
if(
    {{ actions }}.column_actions is null,
    {{ image }},
    aggregate(
        filter(
            {{ actions }}.column_actions,
            action -> {{ position }} < {{ changefeed._position_of_action(position) }}
            {%- if until %}
            and coalesce({{ changefeed._position_of_action(position) }} < {{ until }}, true){% endif %}
        ),
        {{ image }},
        (row, action) -> case action.action
            {%- if is_whole %}
            when 'add_column' then if(
                exists(map_keys(row), name -> {{ same }}), row, map_concat(row, map(action.column_name, action.column_default))
            )
            {%- endif %}
            when 'drop_column' then map_filter(row, (name, text) -> not {{ same }})
            when 'rename_column' then transform_keys(
                map_filter(row, (name, text) -> lower(name) <> lower(action.new_column_name) or {{ same }}),
                (name, text) -> if({{ same }}, action.new_column_name, name)
            )
            else row
        end
    )
)
{%- endmacro -%}


{#- Where a column action lies for a change at a position: in the change's own partition, if the statement came there. -#}
{%- macro _position_of_action(position) -%}
coalesce(action.places[{{ changefeed.place(position) }}], action.position)
{%- endmacro -%}
