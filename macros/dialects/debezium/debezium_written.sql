{#-
The key written_value of Debezium's dialects: how the connector writes a value of a source type, as written_text() has
it. None for a type of which nobody knows how the connector writes it.
-#}
{%- macro debezium_written(source_type, feed) -%}
    {%- set family = changefeed.debezium_family_of(feed.source_kind) -%}
    {%- set row = changefeed.row_of_type(family, source_type) if family in changefeed.type_families() else none -%}
    {%- if not row or changefeed.debezium_is_open(source_type, feed) or changefeed.debezium_is_array(source_type) -%}{{- return(none) -}}{%- endif -%}
    {%- set type = changefeed.debezium_type(source_type, feed) -%}
    {%- set name = type.name.split('.')[-1] -%}
    {%- set parts = changefeed.source_type(source_type) -%}
    {%- set kind = changefeed.kind_of_type(row, parts) -%}
    {%- set form -%}
    {%- if kind in ('date', 'wall_time', 'instant', 'time') -%}
        {{- changefeed._debezium_written_time(name, kind) -}}
    {%- elif name in ('Decimal', 'VariableScaleDecimal') -%}
        {{- changefeed._debezium_written_decimal(type.get('argument')) -}}
    {%- elif name == 'UnsignedLong' -%}
        string(try_cast(plain as decimal(38,0)) - if(try_cast(plain as decimal(38,0)) >= 9223372036854775808, 18446744073709551616, 0))
    {%- elif name == 'boolean' -%}
        case when plain in ('0', 'false') then 'false' when plain in ('1', 'true') then 'true' end
    {%- elif name == 'Bits' -%}
        base64(unhex(array_join(reverse(regexp_extract_all(lpad(conv(plain, {{ 2 if kind == 'text' else 10 }}, 16), {{ (type.argument | int(1) + 7) // 8 * 2 }}, '0'), '..', 0)), '')))
    {%- elif kind == 'binary' -%}
        {%- set bytes = 'rpad(plain, ' ~ parts.arguments[0] | int * 2 ~ ", '0')" if row.is_padded and parts.arguments else 'plain' -%}
        {{- {'HexBytes': 'lower(' ~ bytes ~ ')', 'UrlSafeBytes': 'translate(base64(unhex(' ~ bytes ~ ")), '+/', '-_')"}.get(name, 'base64(unhex(' ~ bytes ~ '))') -}}
    {%- elif name == 'Enum' -%}
        replace(plain, ',', r'\,')
    {%- else -%}
        plain
    {%- endif -%}
    {%- endset -%}
    {#- Of these the connector's text is not that of the database, but for a default it was not seen otherwise. -#}
    {%- set is_other = name in ('Geometry', 'ZonedTime', 'Interval', 'MicroDuration', 'NanoDuration', 'Hstore', 'SparseDoubleVector') or name in ('Decimal', 'VariableScaleDecimal') and kind == 'text' -%}
    {{- return({'kind': kind, 'family': family, 'parts': parts, 'form': form | trim, 'is_for_rows': not is_other}) -}}
{%- endmacro -%}


{#- A date or time: days, a number of milliseconds, microseconds or nanoseconds, or ISO 8601. -#}
{%- macro _debezium_written_time(name, kind) -%}
    {%- set time = changefeed.micros_of_clock('plain') | trim -%}
    {%- set micros = time if kind == 'time' else 'unix_micros(try_cast(plain as timestamp))' -%}
    {{- {
        'Date': "string(datediff(try_cast(plain as date), '1970-01-01'))",
        'Timestamp': 'string(cast(floor(' ~ micros ~ ' / 1000) as bigint))', 'MicroTimestamp': 'string(' ~ micros ~ ')', 'NanoTimestamp': 'string(' ~ micros ~ " || '000')",
        'Time': 'string(cast(' ~ micros ~ ' / 1000 as bigint))', 'MicroTime': 'string(' ~ micros ~ ')', 'NanoTime': 'string(' ~ micros ~ ' * 1000)',
        'ZonedTimestamp': "concat(replace(plain, ' ', 'T'), 'Z')", 'IsoTimestamp': "concat(replace(plain, ' ', 'T'), 'Z')", 'IsoDate': "concat(plain, 'Z')",
    }.get(name, 'plain') -}}
{%- endmacro -%}


{#-
A decimal as base64 of its digits, the highest byte first, with the scale beside it where the type does not say it. One
of more than 18 digits, or of more places than the scale, stays a number.
-#}
{%- macro _debezium_written_decimal(scale) -%}
transform(
    array(struct(
        {{ "length(regexp_extract(plain, '[.]([0-9]*)$', 1))" if scale is none else scale | int }} as scale,
        try_cast(replace({{ 'plain' if scale is none else 'string(try_cast(plain as decimal(38,' ~ [scale | int, 0] | max ~ ')))' }}, '.', '') as bigint) as digits
    )),
    said -> transform(
        array(base64(unhex(if(
            said.digits < 0,
            regexp_replace(hex(said.digits), '^(?:FF){1,7}(?=[89A-F].)', ''),
            regexp_replace(regexp_replace(hex(said.digits), '^(.(?:..)*+)$', '0$1'), '^([89A-F])', '00$1')
        )))),
        bytes -> if(
            length(replace(ltrim('-', plain), '.', '')) > 18 or length(regexp_extract(plain, '[.]([0-9]*)$', 1)) > said.scale,
            if(contains(plain, '.'), plain, concat(plain, '.0')),
            {{ "concat('{\"scale\":', said.scale, ',\"value\":\"', bytes, '\"}')" if scale is none else 'bytes' }}
        )
    )[0]
)[0]
{%- endmacro -%}
