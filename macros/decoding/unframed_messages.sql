{#-
The CTEs that remove the frame which a schema registry's serializer puts before messages of framed_dialects(). A frame
is the byte 0 and the number of the schema, in four bytes or (Apicurio) in eight. After it comes JSON, or an Avro
record, which becomes JSON here. From here on the key, the value and the header with Debezium's old key are as a task
with plain JSON sends them. What cannot be read stays as it was sent.

The CTEs add frame_fault (a reason). Where there are Avro dialects, they also add

- written_name and written_types: the name of the schema of the value, or else of the key, and column → type;
- key_fault and key_detail: why the Kafka key cannot be read;
- frame_detail: the detail of frame_fault.
-#}
{%- macro unframed_messages(messages, dialects) -%}
{%- set framed = changefeed.framed_dialects(dialects) -%}
{%- set avro = framed | selectattr('written', 'equalto', 'avro') | list -%}
{%- if avro -%}
{{ changefeed._unframed_records(messages, framed, avro, dialects) }}
{%- else -%}
unframed_messages as (

    select
        * except (key, value, headers, is_framed),
        {{ changefeed._behind_frame('key', 'is_framed') }} as key,
        {{ changefeed._behind_frame('value', 'is_framed') }} as value,
        {{ changefeed._with_old_key('is_framed', changefeed._behind_frame('h.value', 'is_framed')) | indent(8) }} as headers,
        if(is_framed and length(value) > 0 and {{ changefeed._lacks_frame() }}, 'wrong_framing', null) as frame_fault
    from (select *, {{ changefeed._is_framed(framed, dialects) }} as is_framed from {{ messages }})

),
{%- endif -%}
{%- endmacro -%}


{%- macro _unframed_records(messages, framed, avro, dialects) -%}
{%- set is_avro = "dialect in ('" ~ avro | map(attribute='name') | join("', '") ~ "')" -%}
{%- set json = framed | rejectattr('written', 'defined') | list -%}
{%- set is_framed = changefeed._is_framed(json, dialects) if json else 'false' -%}
{%- set bytes_of_number = "if(options['framing'] <=> 'apicurio', 8, 4)" -%}
read_frames as (

    select
        *,
        if(
            {{ is_avro }},
            transform(
                transform(
                    array(value, key, {{ changefeed.old_key_header() }}),
                    bytes -> if(
                        startswith(bytes, x'00') and length(bytes) > {{ bytes_of_number }},
                        named_struct(
                            'id', {{ changefeed._number_of_schema('bytes', bytes_of_number) }},
                            'payload', substring(bytes, 2 + {{ bytes_of_number }}),
                            'end', {{ changefeed.avro_end('substring(bytes, 2 + ' ~ bytes_of_number ~ ')') }}
                        ),
                        null
                    )
                ),
                framed -> {{ changefeed.record_as_json('framed', changefeed.registry_schemas()) | indent(16) }}
            ),
            null
        ) as written
    from {{ messages }}

),

judged_frames as (

    select
        *,
        case
            when length(value) = 0 then null
            when not {{ is_avro }} then if({{ is_framed }} and {{ changefeed._lacks_frame() }}, 'wrong_framing', null)
            {#- A record without a value has the fault of its key. #}
            when value is null then if({{ changefeed.reads_tombstone(avro) }}, written[1].fault, null)
            when written[0] is null then 'wrong_framing'
            {%- for reason in ['schema_unknown', 'invalid_avro', 'not_utf8'] %}
            when written[0].fault = '{{ reason }}' then '{{ reason }}'
            {%- endfor %}
        end as frame_fault
    from read_frames

),

unframed_messages as (

    select
        * except (key, value, headers, written),
        {{ changefeed._unframed_or_written('key', is_avro, is_framed, 1) | indent(8) }} as key,
        {{ changefeed._unframed_or_written('value', is_avro, is_framed, 0) | indent(8) }} as value,
        {{ changefeed._with_old_key(is_avro ~ ' or ' ~ is_framed, changefeed._unframed_or_written('h.value', is_avro, is_framed, 2)) | indent(8) }} as headers,
        coalesce(written[0].name, written[1].name) as written_name,
        coalesce(written[0].types, written[1].types) as written_types,
        written[1].fault as key_fault,
        if(written[1].fault = 'schema_unknown', {{ changefeed.schema_unknown_in_words("'Kafka key'", changefeed._number_of_schema('key', bytes_of_number)) }}, null) as key_detail,
        {{ changefeed._frame_fault_in_words(bytes_of_number) | indent(8) }} as frame_detail
    from judged_frames

),
{%- endmacro -%}


{#- Whether the feed says that a message is JSON after a frame. -#}
{%- macro _is_framed(json, dialects) -%}
{{ "dialect in ('" ~ json | map(attribute='name') | join("', '") ~ "') and " if json | length < dialects | length }}options['framing'] <=> 'confluent'
{%- endmacro -%}


{#- JSON never begins with the byte 0, so a value that does has a frame. -#}
{#-
Whether a value has no frame: it does not begin with the byte 0, or is shorter than five bytes. NULL without a value.
-#}
{%- macro _lacks_frame() -%}
(not startswith(value, x'00') or length(value) < 5)
{%- endmacro -%}


{%- macro _behind_frame(bytes, is_framed) -%}
if({{ is_framed }} and {{ changefeed.has_frame(bytes) }}, substring({{ bytes }}, 6), {{ bytes }})
{%- endmacro -%}


{%- macro _unframed_or_written(bytes, is_avro, is_framed, place) -%}
case
    when {{ is_avro }} then coalesce(cast(if(written[{{ place }}].fault is null, written[{{ place }}].text, null) as binary), {{ bytes }})
    else {{ changefeed._behind_frame(bytes, is_framed) if is_framed != 'false' else bytes }}
end
{%- endmacro -%}


{#- The headers, with other bytes as Debezium's old key. -#}
{%- macro _with_old_key(is_framed, bytes) -%}
if(
    {{ is_framed }},
    transform(headers, h -> if(h.key = '__debezium.oldkey', struct(h.key as key, {{ bytes }} as value), h)),
    headers
)
{%- endmacro -%}


{%- macro _number_of_schema(bytes, bytes_of_number) -%}
conv(hex(substring({{ bytes }}, 2, {{ bytes_of_number }})), 16, 10)
{%- endmacro -%}


{%- macro _frame_fault_in_words(bytes_of_number) -%}
{%- set number = changefeed._number_of_schema('if(value is null, key, value)', bytes_of_number) -%}
{%- set what = "if(value is null, 'Kafka key', 'value')" -%}
case frame_fault
    when 'schema_unknown' then {{ changefeed.schema_unknown_in_words(what, number) | indent(4) }}
    when 'invalid_avro' then concat(
        'The ', {{ what }}, ' is not one whole Avro record of the schema ', {{ number }}, ' (cut off, followed by more bytes, or written with another schema). It has ', length(value),
        ' bytes and begins with ', hex(left(value, 16)), '. Check the option framing of this feed in seeds/changefeed_feeds.csv.'
    )
    when 'not_utf8' then 'A name or text in the record holds bytes that are no UTF-8, so its characters cannot be known.'
end
{%- endmacro -%}
