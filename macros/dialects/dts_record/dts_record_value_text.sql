{#-
A value of a DTS record as text. NULL where the value is NULL or was not sent. `v` is a branch of the union, `message`
its record and `number` its dataTypeNumber. Bytes are base64. A value that has no one meaning is the byte FE. A value in
an unknown character set is mark_of_charset() with the name of the set. Neither is UTF-8, so one look at all texts of a
record finds what must not be read, also texts that the writer sent as UTF-8 and that are none.
-#}
{%- macro dts_record_value_text(v, message, number) -%}
{%- set is_oms = message ~ ".source.version = 'OBMySQL'" -%}
coalesce(
    if({{ v }}.member1.charset = 'utf8mb4' or {{ v }}.member1.charset = 'utf8mb3' or {{ v }}.member1.charset = 'utf8', cast({{ v }}.member1.value as string), null),
    {{ v }}.member0.value,
    {{ v }}.member2.value,
    case
        when {{ v }} is null then null
        when {{ v }}.member1 is not null
            then {{ changefeed.text_of_bytes(v ~ '.member1.value', v ~ '.member1.charset', 'concat(' ~ changefeed.mark_of_charset() ~ ', ' ~ v ~ '.member1.charset)') | indent(12) }}
        when {{ v }}.member3 is not null then cast({{ v }}.member3.value as string)
        when {{ v }}.member4 is not null then if(
            {{ is_oms }},
            {{ changefeed._seconds_text(v ~ '.member4.timestamp', v ~ '.member4.millis', 9) | indent(12) }},
            {{ changefeed._seconds_text(v ~ '.member4.timestamp', v ~ '.member4.millis', 6) | indent(12) }}
        )
        when {{ v }}.member5 is not null or {{ v }}.member6 is not null then concat(
            transform(
                array(coalesce({{ v }}.member5, {{ v }}.member6.value)),
                d -> {{ changefeed._date_time_text('d', message, number) | indent(16) }}
            )[0],
            if({{ v }}.member6 is null, '', concat(' ', {{ v }}.member6.timezone))
        )
        when {{ v }}.member7 is not null then base64({{ v }}.member7.value)
        when {{ v }}.member8 is not null then {{ v }}.member8.value
        when {{ v }}.member9 is not null then base64({{ v }}.member9.value)
        when {{ v }}.member10 is not null then {{ v }}.member10.value
    end,
    if({{ v }} is null or {{ v }}.member11 <=> 'NONE', null, cast(x'fe' as string))
)
{%- endmacro -%}


{#-
How many digits the fraction of a DateTime has, where anything says so. OMS says it only of TIMESTAMP, which its
document reads by Instant.ofEpochSecond(ts, nanos).
-#}
{%- macro _fraction_digits(message) -%}
case
    when options['fraction'] = 'micros' then 6
    when options['fraction'] = 'nanos' then 9
    when {{ message }}.source.version = 'OBMySQL' then null
    when {{ message }}.source.sourceType in ('MySQL', 'DRDS') then 6
    when {{ message }}.source.sourceType = 'Oracle' then 9
    {#- The reader of PostgreSQL's physical log (SDK, LazyRecordDeserializer). #}
    when {{ message }}.source.sourceType in ('PostgreSQL', 'PPAS') then if(contains({{ message }}.sourcePosition, '<->'), 9, 6)
end
{%- endmacro -%}


{#-
Seconds since 1970 with their fraction, as one number without zeros at its end. The fraction counts upwards, also before
1970.
-#}
{%- macro _seconds_text(seconds, fraction, digits) -%}
case
    when {{ fraction }} not between 0 and {{ '9' * digits }} then null
    when {{ fraction }} = 0 then cast({{ seconds }} as string)
    when {{ seconds }} >= 0 then concat({{ seconds }}, '.', rtrim('0', lpad({{ fraction }}, {{ digits }}, '0')))
    else concat('-', -({{ seconds }} + 1), '.', rtrim('0', lpad(1{{ '0' * digits }} - {{ fraction }}, {{ digits }}, '0')))
end
{%- endmacro -%}


{#-
A DateTime. The parts that are set say what it is. For some types their number says it: there parts that do not belong
to the type may be 0. A negative time or interval is negative as a whole (LioRoger/subscribe_example,
MysqlFieldConverter): nobody says what parts with different signs mean.
-#}
{%- macro _date_time_text(d, message, number) -%}
{%- set parts = 'coalesce(' ~ d ~ '.year, 0), coalesce(' ~ d ~ '.month, 0), coalesce(' ~ d ~ '.day, 0), coalesce(' ~ d ~ '.hour, 0), coalesce(' ~ d
    ~ '.minute, 0), coalesce(' ~ d ~ '.second, 0), coalesce(' ~ d ~ '.millis, 0)' -%}
{%- set set_parts -%}
concat(if({{ d }}.year is null, '', 'y'), if({{ d }}.month is null, '', 'm'), if({{ d }}.day is null, '', 'd'), if({{ d }}.hour is null, '', 'h'),
    if({{ d }}.minute is null, '', 'i'), if({{ d }}.second is null, '', 's'), if(coalesce({{ d }}.millis, 0) = 0 or {{ d }}.hour is not null, '', 'f'))
{%- endset -%}
{%- set of_mysql -%}
case
    when {{ number }} = 10 and coalesce({{ d }}.hour, 0) = 0 and coalesce({{ d }}.minute, 0) = 0 and coalesce({{ d }}.second, 0) = 0 and coalesce({{ d }}.millis, 0) = 0 then 'ymd'
    when {{ number }} in (11, 19) and coalesce({{ d }}.year, 0) = 0 and coalesce({{ d }}.month, 0) = 0 and coalesce({{ d }}.day, 0) = 0 then 'his'
    when {{ number }} = 13 and coalesce({{ d }}.month, 0) = 0 and coalesce({{ d }}.day, 0) = 0 and coalesce({{ d }}.hour, 0) = 0 then 'y'
end
{%- endset -%}
transform(
    array(named_struct(
        'parts', coalesce(if({{ message }}.source.sourceType in ('MySQL', 'DRDS'), {{ of_mysql | indent(8) }}, null), {{ set_parts | indent(8) }}),
        'sign', if(least({{ parts }}) < 0 and (coalesce({{ d }}.year, 0) = 0 or coalesce({{ d }}.day, 0) = 0), -1, 1),
        'digits', {{ changefeed._fraction_digits(message) | indent(8) }}
    )),
    k -> if(
        k.parts in ('y', 'ym', 'ymd', 'his', 'dhis', 'ymdhis'),
        concat(
            if(k.sign < 0, '-', ''),
            case
                when startswith(k.parts, 'ymd') then concat(
                    if({{ d }}.year < 0, '-', ''), lpad(abs({{ d }}.year), greatest(4, length(abs({{ d }}.year))), '0'), '-',
                    {{ changefeed._two_digits(d ~ '.month') }}, '-', {{ changefeed._two_digits(d ~ '.day') }}
                )
                when k.parts = 'y' then cast({{ d }}.year * k.sign as string)
                when k.parts = 'ym' then if({{ d }}.year * k.sign >= 0, concat({{ d }}.year * k.sign, '-', {{ changefeed._two_digits(d ~ '.month * k.sign') }}), null)
                when k.parts = 'dhis' then if({{ d }}.day * k.sign >= 0, cast({{ d }}.day * k.sign as string), null)
                else ''
            end,
            if(length(k.parts) > 3, ' ', ''),
            if(
                endswith(k.parts, 'his'),
                concat(
                    if({{ d }}.hour * k.sign >= 0, lpad({{ d }}.hour * k.sign, greatest(2, length({{ d }}.hour * k.sign)), '0'), null), ':',
                    {{ changefeed._two_digits(d ~ '.minute * k.sign') }}, ':', {{ changefeed._two_digits(d ~ '.second * k.sign') }},
                    case
                        when coalesce({{ d }}.millis, 0) = 0 then ''
                        when {{ d }}.millis * k.sign > 0 and length({{ d }}.millis * k.sign) <= k.digits
                            then concat('.', rtrim('0', lpad({{ d }}.millis * k.sign, k.digits, '0')))
                    end
                ),
                ''
            )
        ),
        null
    )
)[0]
{%- endmacro -%}


{%- macro _two_digits(number) -%}
if({{ number }} between 0 and 99, lpad({{ number }}, 2, '0'), null)
{%- endmacro -%}
