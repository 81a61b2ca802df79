{#-
The changes of a message of format version 1, each as the bytes of one object; NULL of any other message. One without changes leaves one object. Numbers keep their digits: the message is known to be one JSON value before it is cut.
-#}
{%- macro pg_logical_events() -%}
if(
    (contains(cast(value as string), '"change"') or contains(cast(value as string), r'\u00')) and ({{ changefeed.text_fault('value') | indent(4) }}) is null and {{ changefeed.is_one_json_value('cast(value as string)') | indent(4) }},
    get(
        transform(
            array({{ changefeed.json_parts('cast(value as string)') | indent(12) }}),
            parts -> get(
                transform(
                    array(struct(
                        filter(parts, part -> part.name = 'change').json as lists,
                        concat('{"wal_transaction":{', array_join(transform(
                            filter(parts, part -> part.name <> 'change'),
                            part -> concat({{ changefeed.json_text('part.name') | indent(28) }}, ':', part.json)
                        ), ','), '}') as begun
                    )),
                    cut -> if(
                        size(cut.lists) = 1 and startswith(cut.lists[0], '['),
                        get(
                            transform(
                                array({{ changefeed.json_parts('cut.lists[0]') | indent(32) }}),
                                items -> if(
                                    size(items) = 0,
                                    array(cast(concat(cut.begun, '}') as binary)),
                                    transform(items, item -> cast(concat(cut.begun, ',"wal_change":', item.json, '}') as binary))
                                )
                            ),
                            0
                        ),
                        null
                    )
                ),
                0
            )
        ),
        0
    ),
    null
)
{%- endmacro -%}
