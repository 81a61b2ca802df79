{#-
The members of a JSON object's text as a map, with the values that from_json() reads after values_marked(). NULL where
the text is not one JSON object and nothing else. The marks are needed, because Spark removes the quotes of texts and
reads fractions as doubles. Spark also ignores what follows the object, so the text is read as the first item of an
array, whose second item must be read too.
-#}
{%- macro marked_members(text) -%}
get(
    transform(
        filter(
            transform(
                array({{ text }}),
                json -> struct(
                    json,
                    from_json(
                        concat('[', {{ changefeed.values_marked('json') | indent(24) }}, ',{"changefeed_end":1}]'),
                        'array<map<string,string>>',
                        {{ changefeed.json_options() }}
                    ) as objects
                )
            ),
            read -> size(read.objects) = 2 and read.objects[1]['changefeed_end'] = '1'
            and if(contains(read.json, 'changefeed_') or contains(read.json, r'\u00'), {{ changefeed.is_one_json_value('read.json') | indent(12) }}, true)
        ),
        read -> {{ changefeed.with_names_unmarked('read.objects[0]') }}
    ),
    0
)
{%- endmacro -%}
