{#-
The members of a JSON object, or the items of a JSON array by their places, in order: an array of structs, name and
json. Empty where the text is neither. The text must be known to be JSON.
-#}
{%- macro json_parts(text) -%}
get(
    transform(
        array({{ changefeed.values_marked(text) | indent(8) }}),
        marked -> transform(
            coalesce(
                if(
                    startswith(marked, '['),
                    transform(from_json(marked, 'array<string>', {{ changefeed.json_options() }}), (value, place) -> struct(cast(place as string) as name, value)),
                    transform(map_entries({{ changefeed.json_object_of('marked') }}), member -> struct({{ changefeed.unmarked_text('member.key') }} as name, member.value))
                ),
                array()
            ),
            part -> struct(part.name, {{ changefeed.as_json_text('part.value') | indent(12) }} as json)
        )
    ),
    0
)
{%- endmacro -%}
