{#-
The changes of a message of format version 1, each as the bytes of one object. NULL of any other message. A message
without changes gives one object. Numbers keep their digits: before the message is cut, it is known to be one JSON
value.
-#}
{%- macro pg_logical_events() -%}
if(
    (contains(cast(value as string), '"change"') or contains(cast(value as string), r'\u00'))
    and ({{ changefeed.text_fault('value') | indent(4) }}) is null and {{ changefeed.is_one_json_value('cast(value as string)') | indent(4) }},
    get(
        transform(
            array({{ changefeed.json_object_of(changefeed.values_marked('cast(value as string)')) | indent(12) }}),
            sent -> if(
                size(filter(map_keys(sent), name -> name = 'change')) = 1 and startswith(sent['change'], '['),
                get(
                    transform(
                        array(transform(
                            {#- Members of the message beside the items of its list, which have no name. #}
                            concat(
                                filter(map_entries(sent), member -> member.key <> 'change'),
                                transform(from_json(sent['change'], 'array<string>', {{ changefeed.json_options() }}), item -> struct(cast(null as string) as key, item as value))
                            ),
                            part -> struct({{ changefeed.unmarked_text('part.key') }} as name, {{ changefeed.as_json_text('part.value') | indent(28) }} as json)
                        )),
                        parts -> transform(
                            if(exists(parts, part -> part.name is null), filter(parts, part -> part.name is null).json, array(cast(null as string))),
                            item -> cast(concat(
                                '{"wal_transaction":{',
                                array_join(transform(filter(parts, part -> part.name is not null), part -> concat({{ changefeed.json_text('part.name') | indent(32) }}, ':', part.json)), ','),
                                '}', coalesce(concat(',"wal_change":', item), ''), '}'
                            ) as binary)
                        )
                    ),
                    0
                ),
                null
            )
        ),
        0
    ),
    null
)
{%- endmacro -%}
