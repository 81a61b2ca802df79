{#-
The text that a row keeps of a member of marked_members(): an ObjectId as its 24 digits, a date as it is written, null
as NULL, a text as it is; all else as the JSON text. A text that could be taken for one of the others stays in its
quotes, so that no two values have one text.
-#}
{%- macro drs_mongo_text(value) -%}
case
    when {{ changefeed.is_plain_text(value) }} then {{ changefeed.unmarked_text(value) }}
    when {{ changefeed.is_marked_text(value) }} then get(
        transform(
            array({{ changefeed.unmarked_text('substr(' ~ value ~ ', 5)') }}),
            text -> if(
                text rlike r'(?s)^(?:-?[0-9]+(?:[.][0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|null|["\[{].*|[0-9a-fA-F]{24}|[0-9]{4}-[0-9]{2}-[0-9]{2}T.*)$',
                {{ changefeed.json_text('text') }},
                text
            )
        ),
        0
    )
    else get(
        transform(
            array({{ changefeed.not_string_as_json_text(value) }}),
            json -> case
                when json = 'null' then null
                when json rlike r'^\{"\$oid":"[0-9a-fA-F]{24}"\}$' then lower(substr(json, 10, 24))
                when json rlike r'^\{"\$date":"[0-9]{4}-[0-9]{2}-[0-9]{2}T[^"\\]*"\}$' then regexp_extract(json, ':"([^"]*)"', 1)
                else json
            end
        ),
        0
    )
end
{%- endmacro -%}
