{#-
How the dialect of a feed writes a value of a source type: {kind, family, parts, form, is_for_rows}. `form` is SQL over
`plain`, the value as the source's database prints it: bytes as hexadecimal digits, bits as a number, an instant in UTC.
`is_for_rows` is false where that holds for defaults alone: how rows are written is not known. None where nothing is
known of the type. The key `written_value` of a dialect answers for dialects that read types themselves.
-#}
{%- macro written_text(source_type, feed) -%}
    {%- if feed.dialect.written_value is defined -%}
        {{- return(feed.dialect.written_value(source_type, feed)) -}}
    {%- endif -%}
    {%- set known = changefeed.known_type(source_type, feed) if feed.dialect.types is defined else none -%}
    {%- if not known -%}{{- return(none) -}}{%- endif -%}
    {%- set family = changefeed.types_of_feed(feed).family -%}
    {%- set parts = changefeed.source_type(source_type) -%}
    {#- A BIT of several bits that comes as true or false has lost them. -#}
    {%- set is_lost = known.kind == 'bits' and known.reader == 'boolean_text' and parts.arguments and parts.arguments[0] | int(1) > 1 -%}
    {{- return({
        'kind': known.kind, 'family': family, 'parts': parts, 'is_for_rows': not is_lost,
        'form': changefeed._written_plain(known.reader, known.kind, family, parts, feed.time_zone),
    }) -}}
{%- endmacro -%}


{#- SQL of `plain`, a value as plain_default() spells it, as a reader of text_readers() reads it. -#}
{%- macro _written_plain(reader, kind, family, parts, zone) -%}
    {%- set instant = 'cast(plain as timestamp)' -%}
    {%- if kind == 'bits' and reader in ('base64_bits', 'hex_bits') -%}
        {%- set hex = "lpad(conv(plain, 10, 16), " ~ (parts.arguments[0] | int(1) + 7) // 8 * 2 ~ ", '0')" -%}
        {{- 'base64(unhex(' ~ hex ~ '))' if reader == 'base64_bits' else hex -}}
    {%- elif kind == 'bits' and reader == 'boolean_text' -%}
        if(plain = '0', 'false', 'true')
    {%- elif reader == 'unix_days' -%}
        string(datediff(plain, '1970-01-01'))
    {%- elif reader in ('wall_millis', 'unix_millis') -%}
        string(unix_millis({{ instant }}))
    {%- elif reader == 'micros_of_day' -%}
        string({{ changefeed.micros_of_clock('plain') }})
    {%- elif kind == 'instant' -%}
        {{- changefeed._written_instant(reader, family, parts, zone) -}}
    {%- elif reader == 'mysql_enum' -%}
        string(array_position(transform({{ changefeed.array_of_labels(parts.arguments) }}, label -> lower(label)), lower(plain)))
    {%- elif reader == 'mysql_set' -%}
        string(aggregate(filter(split(plain, ','), label -> label <> ''), 0L, (bits, label) -> bits + shiftleft(1L, cast(array_position({{ changefeed.array_of_labels(parts.arguments) }}, label) as int) - 1)))
    {%- elif reader == 'label_list' -%}
        to_json(filter(split(replace(plain, "'", "''"), ','), label -> label <> ''))
    {%- elif reader == 'quoted_label' -%}
        replace(plain, "'", "''")
    {%- elif reader == 'base64_text' -%}
        base64(encode(plain, 'UTF-8'))
    {%- elif reader == 'json_or_bare_text' -%}
        if(startswith(plain, '"'), get_json_object(concat('[', plain, ']'), '$[0]'), plain)
    {%- elif reader == 'utf8_of_latin1' -%}
        decode(encode(plain, 'UTF-8'), 'ISO-8859-1')
    {%- elif kind in ('binary', 'geometry') -%}
        {{- {
            'base64_bytes': 'base64(unhex(plain))',
            'latin1_bytes': "decode(unhex(plain), 'ISO-8859-1')",
            'prefixed_hex': "concat('0x', plain)",
            'byte_list': "concat('[', array_join(transform(regexp_extract_all(plain, '..', 0), byte -> conv(byte, 16, 10)), ','), ']')",
            'go_quoted_bytes': "regexp_replace(lower(plain), '(..)', r'\\\\x$1')",
        }.get(reader, 'plain') -}}
    {%- else -%}
        plain
    {%- endif -%}
{%- endmacro -%}


{#- An instant that is spelled in UTC, in the form that a reader of instants reads. -#}
{%- macro _written_instant(reader, family, parts, zone) -%}
    {%- if reader in ('unix_instant', 'unix_instant_but_0', 'unix_seconds_or_millis') -%}
        string(cast(unix_micros(cast(plain as timestamp)) / 1000000 as decimal(18,{{ [parts.arguments[0] | int(0), 6] | min if parts.arguments else 0 }})))
    {%- elif reader in ('instant', 'iso_instant') -%}
        {{- changefeed.printed_time(changefeed.wall_time_in_zone('cast(plain as timestamp)', zone), family, parts) -}}
    {%- elif reader == 'located_instant' -%}
        to_json(named_struct('location', 'UTC', 'value', plain))
    {%- elif reader == 'zoned_instant' -%}
        concat(plain, ' UTC')
    {%- elif reader in ('utc_instant', 'bson_date') -%}
        concat(replace(plain, ' ', 'T'), 'Z')
    {%- else -%}
        concat(plain, 'Z')
    {%- endif -%}
{%- endmacro -%}
