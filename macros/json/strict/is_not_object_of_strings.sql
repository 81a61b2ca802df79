{#-
Whether a member is anything but an object of texts, or null. The member is read as text first, and then by
json_object_of().
-#}
{%- macro is_not_object_of_strings(member, text, map) -%}
(
    {{ text }} is not null and {{ map }} is null
    or {{ changefeed.was_sent_as_text(member) }}
    or if(
        coalesce(exists(map_values({{ map }}), text -> {{ changefeed.looks_like_not_string('text') }}), false),
        coalesce(exists(
            zip_with(
                map_values({{ map }}),
                map_values(from_json({{ text }}, 'map<string,variant>', {{ changefeed.json_options() }})),
                (text, value) -> text is not null and {{ changefeed.is_not_string('value') }}
            ),
            is_other -> is_other
        ), true),
        false
    )
)
{%- endmacro -%}
