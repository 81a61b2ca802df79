{#-
Reads Debezium's text of a type as a value (docs page, "Types"). The type is one of Debezium's own, as column_types
shows it, or one of the source. What Debezium makes of a source's type depends on the connector's modes: the options of
the feed tell them.
-#}
{%- macro debezium_value(source_type, text, type, feed) -%}
    {%- set parts = changefeed.debezium_type(source_type, feed) -%}
    {%- set base = parts.name.split('.')[-1] -%}
    {%- set row = changefeed.debezium_own_type(base) -%}
    {%- set wanted = changefeed.spark_type_base(type) -%}
    {%- set allowed = [changefeed.spark_type_base(row.spark)] + row.get('also', []) + ['string'] -%}
    {%- if wanted not in allowed and row.spark != 'element' -%}
        {{- exceptions.raise_compiler_error(
            'data_type ' ~ type ~ ' is none that ' ~ feed.dialect.name ~ "'s text of source_type " ~ source_type ~ ' reads as exactly: write one of ' ~ allowed | unique | join(', ')
        ) -}}
    {%- endif -%}
    {%- if row.reader == 'decimal' -%}
        {{- changefeed._debezium_decimal(text, type, base, parts.get('argument')) -}}
    {%- elif row.reader == 'label' and parts.labels -%}
        {#- Debezium puts a backslash before a comma in a label. -#}
        get(filter(array({{ changefeed.sql_strings(parts.labels) }}), label -> replace(label, ',', r'\,') = {{ text }} or label = {{ text }}), 0)
    {%- elif row.reader == 'bits' -%}
        {{- changefeed._debezium_bits(text, type, parts.get('argument')) -}}
    {%- elif type == 'string' or row.reader is not defined or row.reader == 'label' -%}
        {#- The text was written under another type, before an ALTER (rewritten_columns()). -#}
        if(startswith({{ text }}, '\uFDD0'), null, {{ text }})
    {%- elif row.reader == 'geometry' -%}
        {{- changefeed.read_as('base64_bytes', "get_json_object(" ~ text ~ ", '$.wkb')", type) -}}
    {%- elif row.reader == 'elements' -%}
        {{- changefeed._debezium_elements(row.element or parts.element or 'string', text, type, feed) -}}
    {%- elif row.reader == 'entries' -%}
        from_json({{ text }}, '{{ type }}', {{ changefeed.json_options() }})
    {%- elif row.reader == 'structured' -%}
        {{- changefeed._debezium_structured(base, text, type) -}}
    {%- elif parts.is_zero_at_epoch -%}
        {#- MySQL's TIMESTAMP begins one second after the epoch, so this is what became of a zero date. -#}
        if({{ text }} rlike r'^1970-01-01T00:00:00([.]0+)?Z\z', null, {{ changefeed._debezium_read('zoned_iso', text, type) }})
    {%- else -%}
        {{- changefeed._debezium_read({'bytes': 'base64_bytes'}.get(row.reader, row.reader), text, type) -}}
    {%- endif -%}
{%- endmacro -%}


{#-
A list, each element of which is read by itself. The list is NULL where an element has a text and no value. Spark allows
no functions of the warehouse within a lambda, so exponents are not read here.
-#}
{%- macro _debezium_elements(element, text, type, feed) -%}
{%- set of_type = modules.re.sub('^array<(.*)>$', '\\1', type | trim) -%}
{%- set parts = changefeed.debezium_type(element, feed) -%}
{%- set reader = changefeed.debezium_own_type(parts.name).reader -%}
{%- if reader == 'decimal' and of_type != 'string' -%}
    {%- set value = changefeed._debezium_short_decimal('item', of_type, parts.argument | int) -%}
{%- elif reader == 'java_number' and of_type != 'string' -%}
    {%- set value = changefeed.read_as('number', 'item', of_type) -%}
{%- else -%}
    {%- set value = 'item' if of_type == 'string' else changefeed.debezium_value(element, 'item', of_type, feed) -%}
{%- endif -%}
get(transform(
    array(transform(
        from_json({{ text }}, 'array<string>', {{ changefeed.json_options() }}),
        item -> struct(item as sent, cast({{ value }} as {{ of_type }}) as value)
    )),
    items -> if(exists(items, each -> each.sent is not null and each.value is null), null, items.value)
), 0)
{%- endmacro -%}


{#-
A decimal whose digits have up to 7 bytes (at least 16 digits), read without functions of the warehouse. A longer one is
NULL.
-#}
{%- macro _debezium_short_decimal(text, type, scale) -%}
get(transform(
    array(hex({{ changefeed.read_as('base64_bytes', text, 'binary') }})),
    digits -> if(
        length(digits) between 2 and 14,
        transform(
            array(
                (cast(conv(digits, 16, 10) as decimal(20,0)) - if(digits rlike '^[89A-F]', cast(shiftleft(1L, 4 * length(digits)) as decimal(20,0)), cast(0 as decimal(20,0))))
                * cast('{{ '1' if scale == 0 else '0.' ~ '0' * (scale - 1) ~ '1' }}' as decimal({{ scale + 1 }},{{ scale }}))
            ),
            number -> if(try_cast(number as {{ type }}) = number, try_cast(number as {{ type }}), null)
        )[0],
        null
    )
), 0)
{%- endmacro -%}


{#- Dates and times in parts (time.precision.mode=structured); infinite ones have none. -#}
{%- macro _debezium_structured(base, text, type) -%}
{%- set parts = "from_json(" ~ text ~ ", 'year int, month int, day int, hour int, minute int, second int, nanos int, offsetSeconds int', " ~ (changefeed.json_options() | trim) ~ ')' -%}
get(transform(
    array({{ parts }}),
    {%- if base == 'StructuredDate' %}
    parts -> if(parts.year between 1 and 9999, make_date(parts.year, parts.month, parts.day), null)
    {%- elif base == 'StructuredTime' %}
    parts -> if(parts.nanos % 1000 = 0, ((parts.hour * 60L + parts.minute) * 60 + parts.second) * 1000000 + cast(parts.nanos / 1000 as bigint), null)
    {%- else %}
    parts -> if(
        parts.year between 1 and 9999 and parts.nanos % 1000 = 0,
        {%- if base == 'StructuredZonedTimestamp' %}
        cast(make_timestamp_ntz(parts.year, parts.month, parts.day, parts.hour, parts.minute, parts.second + cast(parts.nanos / 1000000000 as decimal(16,6))) - make_dt_interval(0, 0, 0, parts.offsetSeconds) as timestamp),
        {%- else %}
        make_timestamp_ntz(parts.year, parts.month, parts.day, parts.hour, parts.minute, parts.second + cast(parts.nanos / 1000000000 as decimal(16,6))),
        {%- endif %}
        null
    )
    {%- endif %}
), 0)
{%- endmacro -%}


{%- macro _debezium_read(reader, text, type) -%}
{%- set number = 'try_cast(' ~ text ~ ' as decimal(38,0))' -%}
{%- set micros = {'millis': number ~ ' * 1000', 'micros': number, 'nanos': number ~ ' / 1000', 'millis_of_day': number ~ ' * 1000', 'nanos_of_day': number ~ ' / 1000'}.get(reader) -%}
    {%- if reader in ('millis', 'micros', 'nanos') -%}
        {%- set instant = "timestamp_ntz '1970-01-01 00:00:00' + make_dt_interval(0, 0, 0, cast(" ~ micros ~ ' / 1000000 as decimal(18,6)))' -%}
        if(
            {{ text }} rlike r'^-?[0-9]{1,22}\z' and {{ micros }} between -62135596800000000 and 253402300799999999
            {{- ' and ' ~ number ~ ' % 1000 = 0' if reader == 'nanos' }},
            {{ instant }},
            null
        )
    {%- elif reader in ('millis_of_day', 'nanos_of_day') -%}
        if({{ text }} rlike r'^-?[0-9]{1,19}\z' {{- ' and ' ~ number ~ ' % 1000 = 0' if reader == 'nanos_of_day' }}, try_cast({{ micros }} as {{ type }}), null)
    {%- elif reader == 'days' -%}
        if({{ text }} rlike r'^-?[0-9]{1,7}\z' and {{ number }} between -719162 and 2932896, date_from_unix_date(cast({{ text }} as int)), null)
    {%- elif reader == 'iso_date' -%}
        {{- changefeed.read_as('date', "rtrim('Z', " ~ text ~ ')', type) -}}
    {%- elif reader == 'iso_wall_time' -%}
        if({{ text }} rlike r'^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,6}0*)?Z?\z', try_cast(rtrim('Z', {{ text }}) as timestamp_ntz), null)
    {%- elif reader == 'zoned_iso' -%}
        {#- There is no year 0. A date that a connector's calendar moved into it is another day at the source. -#}
        if({{ text }} rlike r'^(?!0000)[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,6}0*)?(Z|[-+][0-9]{2}:[0-9]{2})\z', try_cast({{ text }} as timestamp), null)
    {%- elif reader == 'boolean' or reader == 'integer' and type == 'boolean' -%}
        case {{ text }} when 'true' then true when '1' then true when 'false' then false when '0' then false end
    {%- elif reader == 'integer' -%}
        {{- changefeed.read_as('number', 'case ' ~ text ~ " when 'true' then '1' when 'false' then '0' else " ~ text ~ ' end', type) -}}
    {%- elif reader == 'year' -%}
        {#- YEAR begins in 1901: 1900 is what became of the year 0. -#}
        try_cast(if({{ text }} = '1900', '0', {{ text }}) as {{ type }})
    {%- elif reader == 'url_safe_bytes' -%}
        {{- changefeed.read_as('base64_bytes', 'translate(' ~ text ~ ", '-_', '+/')", type) -}}
    {%- elif reader == 'hex_bytes' -%}
        if({{ text }} rlike r'^(?:[0-9a-fA-F]{2})*+\z', unhex({{ text }}), null)
    {%- else -%}
        {{- changefeed.read_as(reader, text, type, kind='float64' if reader == 'number' else none) -}}
    {%- endif -%}
{%- endmacro -%}


{#-
A decimal that was sent as the bytes of its digits, with its scale beside it or in the type. A text with a point or a
sign, or of a length that base64 has not, is the number itself: so are the defaults of columns that a statement added.
-#}
{%- macro _debezium_decimal(text, type, base, scale) -%}
{%- set number -%}
case
    when startswith({{ text }}, '\uFDD0') then null
    when startswith({{ text }}, '{') then {{ function('scaled_number') }}(
        {{ function('base64_integer') }}(get_json_object({{ text }}, '$.value')), try_cast(get_json_object({{ text }}, '$.scale') as int)
    )
    {%- if base == 'UnsignedLong' %}
    {#- A number from 2^63 on comes as a negative number. -#}
    when startswith({{ text }}, '-') then cast(try_cast({{ text }} as decimal(38,0)) + 18446744073709551616 as string)
    else {{ text }}
    {%- else %}
    when length({{ text }}) % 4 <> 0 or contains({{ text }}, '.') or startswith({{ text }}, '-') then {{ text }}
    {%- if scale is not none %}
    else {{ function('scaled_number') }}({{ function('base64_integer') }}({{ text }}), {{ scale | int }})
    {%- endif %}
    {%- endif %}
end
{%- endset -%}
{{- number if type == 'string' else changefeed.read_as('java_number', '(' ~ number ~ ')', type) -}}
{%- endmacro -%}


{#-
Bits that were sent as bytes, the lowest first. They are read as a number, as a text of as many 0 and 1, or as bytes
with the highest first.
-#}
{%- macro _debezium_bits(text, type, length) -%}
{%- set digits = "array_join(reverse(regexp_extract_all(hex(" ~ changefeed.read_as('base64_bytes', text, 'binary') ~ "), '..', 0)), '')" -%}
    {%- if type == 'binary' -%}
        unhex({{ digits }})
    {%- elif type == 'string' -%}
        {%- if not length -%}
            {{- exceptions.raise_compiler_error('Bits as a text need their length: write bit(8), or io.debezium.data.Bits(8)') -}}
        {%- endif -%}
        right(concat(repeat('0', {{ length | int }}), array_join(transform(
            regexp_extract_all({{ digits }}, '.', 0), digit -> lpad(conv(digit, 16, 2), 4, '0')
        ), '')), {{ length | int }})
    {%- elif type == 'boolean' -%}
        case {{ text }} when 'true' then true when 'false' then false end
    {%- else -%}
        if(length({{ digits }}) <= 16, {{ changefeed.read_as('number', "conv(concat('0', " ~ digits ~ '), 16, 10)', type) }}, null)
    {%- endif -%}
{%- endmacro -%}
