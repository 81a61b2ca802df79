{#-
An image as it is after the columns that were added, dropped and renamed between two positions. Without `until`, all
later actions count.

- A name means the column with exactly this name, else the only column that differs in case; of several such columns,
  none. Where no column is meant, nothing is done.
- A renamed column takes the place of a column that has exactly its new name. So two columns never get one name.
- Only a whole image gets the default of an added column. A partial image lies over a row that has it.
- Where the meaning of a text depended on the former type of its column, the text gets that type beside it
  (rewritten_columns()), unless the text says so itself. What does not fit the new type is no value any more
  (fits_of_types()): it stays behind U+FDD0 and the type.
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
                "transform_values(row, (name, text) -> case when name <> meant or startswith(text, '\\uFDD0') then text"
                ~ " when not text rlike action.fits then concat('\\uFDD0not ', action.column_type, ' ', text)"
                ~ " when startswith(text, '{') then text"
                ~ " else coalesce(action.texts[text], concat(coalesce(action.text_before, ''), text, coalesce(action.text_after, ''))) end)"
            ) | indent(12) }}
            else row
        end
    )
)
{%- endmacro -%}


{#-
What becomes of a row. In `becomes`, `meant` is the column that a statement's name means. Where the name means no
column, the row stays as it is.
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
The position of a column action for a change at a position: in the change's own partition, where the statement came
there.
-#}
{%- macro _position_of_action(position) -%}
coalesce(element_at(action.positions, {{ changefeed.topic_partition(position) }}), action.position)
{%- endmacro -%}
