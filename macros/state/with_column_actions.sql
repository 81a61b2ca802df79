{#-
An image as it is after the columns that were added, dropped and renamed between two positions (all later ones where
`until` is none). A name means the column that is called exactly so, else the only one that differs in case; where there
are several, none. A renamed column takes the place of one that has exactly its new name; where no column is meant,
nothing is done. So no two columns ever get one name. Only a whole image gets the default of an added column: what a
partial one lacks, the row under it has. A text whose meaning depended on the type that its column had gets beside it
what it was written with, unless it says so itself (rewritten_columns()).
-#}
{%- macro with_column_actions(image, position, actions, until=none, is_whole=true) -%}
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
                exists(map_keys(row), name -> lower(name) = lower(action.column_name)),
                row,
                map_concat(row, map(action.column_name, action.column_default))
            )
            {%- endif %}
            when 'drop_column' then {{ changefeed._with_column_meant(
                'row', 'action.column_name', 'map_filter(row, (name, text) -> name <> meant)'
            ) | indent(12) }}
            when 'rename_column' then {{ changefeed._with_column_meant(
                'row', 'action.column_name',
                'transform_keys('
                ~ 'map_filter(row, (name, text) -> name = meant or name <> action.new_column_name), '
                ~ '(name, text) -> if(name = meant, action.new_column_name, name))'
            ) | indent(12) }}
            when 'change_type' then {{ changefeed._with_column_meant(
                'row', 'action.column_name',
                "transform_values(row, (name, text) -> if(name <> meant or text rlike '^[{\\uFDD0]', text, coalesce(action.texts[text], concat(action.text_before, text, action.text_after))))"
            ) | indent(12) }}
            else row
        end
    )
)
{%- endmacro -%}


{#-
What becomes of a row, in which `meant` is the column that a statement's name means; the row itself where there is none.
-#}
{%- macro _with_column_meant(row, name, becomes) -%}
coalesce(
    get(
        transform(
            filter(
                map_keys({{ row }}),
                name -> name = {{ name }}
                or lower(name) = lower({{ name }})
                and not map_contains_key({{ row }}, {{ name }})
                and size(filter(map_keys({{ row }}), other -> lower(other) = lower({{ name }}))) = 1
            ),
            meant -> {{ becomes }}
        ),
        0
    ),
    {{ row }}
)
{%- endmacro -%}


{#-
Where a column action lies for a change at a position: in the change's own partition, if the statement came there.
-#}
{%- macro _position_of_action(position) -%}
coalesce(element_at(action.positions, {{ changefeed.topic_partition(position) }}), action.position)
{%- endmacro -%}
