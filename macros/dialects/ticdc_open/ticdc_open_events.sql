{#-
The events of a message, each as the bytes of one object. NULL where key and value are no such frames. The key has a
version (1) in eight bytes, then key after key, each behind its length in eight bytes. The value is the same without the
version. Each key and each value is one JSON value, so it cannot close the object that is put around it.
-#}
{%- macro ticdc_open_events() -%}
get(
    transform(
        array(if(
            startswith(key, X'0000000000000001'),
            {{ changefeed._frames('substring(key, 9)', 'length(key) div 8 - 1') | indent(12) }},
            null
        )),
        keys -> get(
            transform(
                {#-
                The document says that a watermark has no value. TiCDC writes a value of length 0; others may write
                none.
                #}
                array(if(length(value) = 0, transform(keys, frame -> X''), {{ changefeed._frames('value', 'size(keys)') | indent(16) }})),
                contents -> if(
                    size(keys) > 0 and size(keys) = size(contents)
                    and forall(keys, frame -> {{ changefeed.is_one_json_value('cast(frame as string)') | indent(20) }}),
                    zip_with(keys, contents, (frame, content) -> concat(
                        cast('{"open_key":' as binary), frame,
                        cast(',"open_value":' as binary), if(length(content) = 0, cast('null' as binary), content), cast('}' as binary)
                    )),
                    null
                )
            ),
            0
        )
    ),
    0
)
{%- endmacro -%}


{#-
Bytes as an array of frames, each behind its length in eight bytes, up to a highest number of frames. NULL where the
bytes are no such frames.
-#}
{%- macro _frames(bytes, most) -%}
aggregate(
    if({{ most }} > 0, sequence(1, cast({{ most }} as int)), array()),
    named_struct('rest', {{ bytes }}, 'frames', cast(array() as array<binary>)),
    (read, place) -> if(
        length(read.rest) = 0,
        read,
        transform(
            array(try_cast(conv(hex(substring(read.rest, 1, 8)), 16, 10) as bigint)),
            size -> if(
                size <= length(read.rest) - 8,
                named_struct('rest', substring(read.rest, cast(size as int) + 9), 'frames', array_append(read.frames, substring(read.rest, 9, cast(size as int)))),
                named_struct('rest', cast(null as binary), 'frames', cast(null as array<binary>))
            )
        )[0]
    ),
    read -> if(length(read.rest) = 0, read.frames, null)
)
{%- endmacro -%}
