{#- Of `value`, the bytes of Avro records, none is invalid_json. -#}
{%- macro text_fault_in_words(fault, value, dialects) -%}
{%- set framed = changefeed.framed_dialects(dialects) | rejectattr('written', 'defined') | map(attribute='name') | list -%}
case {{ fault }}
    when 'empty_value' then 'The value has no bytes. A tombstone would have no value at all.'
    when 'not_utf8' then 'The value holds bytes that are not UTF-8 text, so its characters cannot be known.'
    when 'lone_surrogate' then 'The value escapes half of a surrogate pair: that is not a character, and reading it would change it silently.'
    {%- if value != 'value' %}
    when 'invalid_json' then if(
        startswith(cast({{ value }} as binary), x'00') and length(cast({{ value }} as binary)) >= 5,
        concat(
            'The value begins with the five bytes of a schema registry (a 0, and ', {{ changefeed.schema_number(value) }},
            ', the number of its schema). ',
            {%- if framed %}
            case
                when substring(cast({{ value }} as binary), 6, 1) = x'7b' and dialect in ('{{ framed | join("', '") }}')
                    then 'Behind them is JSON: write framing=confluent into the options of this feed in seeds/changefeed_feeds.csv.'
                when substring(cast({{ value }} as binary), 6, 1) <> x'7b'
                    then 'Behind them is no JSON. If it is an Avro record, declare the feed as one of the dialects whose names end in _avro. Else let the task write plain JSON: in Kafka Connect, value.converter and key.converter are org.apache.kafka.connect.json.JsonConverter.'
                else 'Let the task write plain JSON: in Kafka Connect, value.converter and key.converter are org.apache.kafka.connect.json.JsonConverter.'
            end
            {%- else %}
            'Let the task write plain JSON: in Kafka Connect, value.converter and key.converter are org.apache.kafka.connect.json.JsonConverter.'
            {%- endif %}
        ),
        concat('The value is not one JSON object (broken, cut off, followed by other text, nested deeper than 1,000 levels, or with a name of more than 50,000 characters). It begins: ', left(cast({{ value }} as string), 80))
    )
    {%- endif %}
end
{%- endmacro -%}
