{#-
The CTEs that take off what a schema registry's serializers put before messages of framed_dialects(): the byte 0 and the number of the schema, in four bytes or (Apicurio's) in eight. Behind them is JSON, or an Avro record, which
becomes JSON here: key and value, and the header with Debezium's old key, are from here on as a task with plain JSON sends them. What could not be read stays as it was sent. They add frame_fault (a reason) and frame_detail; where there
are Avro dialects, written_types (column → type, as the value's schema says) and key_fault (why the Kafka key cannot be read).
-#}
{%- macro unframed_messages(messages, dialects) -%}
{%- set framed = changefeed.framed_dialects(dialects) -%}
{%- set avro = framed | selectattr('written', 'equalto', 'avro') | list -%}
{%- set schemas = changefeed.registry_schemas() if avro else [] -%}
framed_messages as (

    select
        *,
        {{ changefeed._framing(framed, dialects) }} as framing
    from {{ messages }}

),

{% if avro -%}
read_frames as (

    select
        *,
        if(
            framing in ('none', 'confluent'),
            null,
            transform(
                transform(
                    array(value, key, {{ changefeed.old_key_header() }}),
                    bytes -> case
                        when not startswith(bytes, x'00') then null
                        when framing = 'avro confluent' and length(bytes) >= 5
                            then named_struct('id', {{ changefeed.schema_number('bytes') }}, 'payload', substring(bytes, 6), 'end', {{ changefeed.avro_end('substring(bytes, 6)') }})
                        when framing = 'avro apicurio' and length(bytes) >= 9
                            then named_struct('id', conv(hex(substring(bytes, 2, 8)), 16, 10), 'payload', substring(bytes, 10), 'end', {{ changefeed.avro_end('substring(bytes, 10)') }})
                    end
                ),
                framed -> {{ changefeed.record_as_json('framed', schemas) | indent(16) }}
            )
        ) as written
    from framed_messages

),

{% endif -%}
judged_frames as (

    select
        *,
        case
            when framing = 'none' or length(value) = 0 then null
            when framing = 'confluent' then if(value is null or {{ changefeed.has_frame('value') }}, null, 'wrong_framing')
            {%- if avro %}
            when value is null then if(dialect in ('{{ avro | selectattr('reads_tombstones') | map(attribute='name') | join("', '") }}'), written[1].fault, null)
            else if(written[0] is null, 'wrong_framing', written[0].fault)
            {%- endif %}
        end as frame_fault
    from {{ 'read_frames' if avro else 'framed_messages' }}

),

unframed_messages as (

    select
        * except (key, value, headers, framing{{ ', written' if avro }}),
        {%- if avro %}
        {{ changefeed._unframed('key', 'written[1]') }} as key,
        {{ changefeed._unframed('value', 'written[0]', true) }} as value,
        {%- else %}
        {{ changefeed._unframed('key') }} as key,
        {{ changefeed._unframed('value', is_value=true) }} as value,
        {%- endif %}
        if(
            framing = 'none' or {{ changefeed.old_key_header() }} is null,
            headers,
            transform(headers, header -> if(
                header.key = '__debezium.oldkey',
                struct(header.key as key, {{ changefeed._unframed('header.value', 'written[2]' if avro) }} as value),
                header
            ))
        ) as headers,
        {%- if avro %}
        written[0].types as written_types,
        written[1].fault as key_fault,
        {%- endif %}
        {{ changefeed._frame_fault_in_words(avro) | indent(8) }} as frame_detail
    from judged_frames

),
{%- endmacro -%}


{#- How messages are framed: what the feed says or its dialect's default, `avro` before it where it is Avro; none of other dialects. -#}
{%- macro _framing(framed, dialects) -%}
{%- set found = {} -%}
{%- for dialect in framed -%}
    {%- set named = "coalesce(options['framing'], '" ~ dialect.options.framing.default ~ "')" -%}
    {%- do found.setdefault("concat('avro ', " ~ named ~ ')' if dialect.written == 'avro' else named, []).append(dialect.name) -%}
{%- endfor -%}
{%- if found | length == 1 and framed | length == dialects | length -%}
{{ found.keys() | first }}
{%- else -%}
case
    {%- for sql, names in found.items() %}
    when dialect in ('{{ names | join("', '") }}') then {{ sql }}
    {%- endfor %}
    else 'none'
end
{%- endif -%}
{%- endmacro -%}


{%- macro _unframed(bytes, written=none, is_value=false) -%}
case
    when framing = 'confluent' then if({{ changefeed.has_frame(bytes, is_value) }}, substring({{ bytes }}, 6), {{ bytes }})
    {%- if written %}
    when framing <> 'none' then coalesce(cast(if({{ written }}.fault is null, {{ written }}.text, null) as binary), {{ bytes }})
    {%- endif %}
    else {{ bytes }}
end
{%- endmacro -%}


{%- macro _frame_fault_in_words(avro) -%}
{%- set begins = "'. It has ', length(value), ' bytes and begins with ', hex(left(value, 16)), '. '" -%}
case frame_fault
    when 'wrong_framing' then concat(
        'The feed says framing=', replace(framing, 'avro ', ''), ', and the value does not begin with ',
        if(framing = 'avro apicurio', 'the byte 0 and a schema number of eight bytes', 'the byte 0 and a schema number of four bytes'), {{ begins }},
        'Check the option framing, and the dialect, of this feed in seeds/changefeed_feeds.csv.'
    )
    {%- if avro %}
    when 'schema_unknown' then {{ changefeed.schema_unknown_in_words("if(value is null, 'Kafka key', 'value')", changefeed._frame_number('if(value is null, key, value)')) | indent(4) }}
    when 'invalid_avro' then concat(
        'The ', if(value is null, 'Kafka key', 'value'), ' is not one whole Avro record of the schema ', {{ changefeed._frame_number('if(value is null, key, value)') }},
        ' (cut off, followed by more bytes, or written with another schema)', {{ begins }}, 'Check the option framing of this feed in seeds/changefeed_feeds.csv.'
    )
    when 'not_utf8' then 'A name or text in the record holds bytes that are no UTF-8, so its characters cannot be known.'
    {%- endif %}
end
{%- endmacro -%}


{%- macro _frame_number(bytes) -%}
conv(hex(substring({{ bytes }}, 2, if(framing = 'avro apicurio', 8, 4))), 16, 10)
{%- endmacro -%}
