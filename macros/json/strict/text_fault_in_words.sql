{#- The detail of the faults of a text. Where `value` is the bytes of Avro records, invalid_json has no detail here. -#}
{%- macro text_fault_in_words(fault, value, dialects) -%}
{%- set framed = changefeed.framed_dialects(dialects) | map(attribute='name') | list -%}
{%- set plain = 'Let the task write plain JSON: value.converter and key.converter are org.apache.kafka.connect.json.JsonConverter.' -%}
case {{ fault }}
    when 'empty_value' then 'The value has no bytes. A tombstone would have no value at all.'
    when 'left_out_at_landing' then concat('The value was ', substr(cast({{ value }} as string), 13))
    when 'not_utf8' then 'The value holds bytes that are not UTF-8 text, so its characters cannot be known.'
    when 'lone_surrogate' then 'The value escapes half of a surrogate pair: that is not a character, and reading it would change it silently.'
    {%- if framed %}
    when 'wrong_framing' then concat('The value does not begin with the bytes of a schema registry (option framing of this feed), but with ', left(hex({{ value }}), 32), '.')
    {%- endif %}
    {%- if value != 'value' %}
    when 'invalid_json' then if(
        ascii({{ value }}) = 0,
        concat(
            'The value begins with the five bytes of a schema registry (a 0, and ', {{ changefeed.schema_number(value) }}, ', the number of its schema). ',
            {%- if framed %}
            if(
                substr(cast({{ value }} as binary), 6, 1) = x'7b',
                {{ "'Write framing=confluent into the options of this feed.'" if framed | length == dialects | length else "if(dialect in ('" ~ framed | join("', '") ~ "'), 'Write framing=confluent into the options of this feed.', '" ~ plain ~ "')" }},
                'No JSON follows: for Avro declare a dialect whose name ends in _avro.'
            )
            {%- else %}
            '{{ plain }}'
            {%- endif %}
        ),
        concat('The value is not one JSON object (broken, cut off, followed by other text, nested deeper than 1,000 levels, or with a name of more than 50,000 characters). It begins: ', left(cast({{ value }} as string), 80))
    )
    {%- endif %}
end
{%- endmacro -%}
