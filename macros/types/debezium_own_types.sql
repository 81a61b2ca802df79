{#-
The types that Debezium and Kafka Connect give to values, by the last part of their names, in the form of mysql_types().
debezium_source_types() says which of them the connector makes of a source's type. `reader` is one of
debezium_value()'s, none for texts. `form` says in words what is written. `spark` is the type that holds every value
(decimal(p,s): by the digits of the type; element: by the elements). `also` are types that read exactly beside that and
beside string. Names that Debezium's documents lack stand for a type under a setting: UnsignedLong is a 64-bit unsigned
integer as a signed one, JavaNumber a decimal as a text or a number.
-#}
{%- macro debezium_own_types() -%}
    {%- set numbers = ['tinyint', 'smallint', 'int', 'bigint', 'decimal', 'double', 'float'] -%}
    {%- set whole = {'kind': 'integer', 'reader': 'integer', 'form': 'digits, or `true` and `false`', 'also': numbers + ['boolean']} -%}
    {%- set bytes = {'kind': 'binary', 'spark': 'binary'} -%}
    {%- set day = {'kind': 'date', 'spark': 'date', 'also': ['timestamp_ntz']} -%}
    {%- set clock = {'kind': 'time', 'spark': 'bigint'} -%}
    {%- set wall = {'kind': 'wall_time', 'spark': 'timestamp_ntz'} -%}
    {%- set text = {'kind': 'text', 'spark': 'string', 'form': 'the text', 'examples': [['ä b', 'ä b']]} -%}
    {%- set json = dict(text, form='JSON', examples=[['{"a":1}', '{"a":1}']]) -%}
    {%- set rows = [
        dict(whole, type='int8', spark='smallint', examples=[['-128', '-128'], ['true', '1']]),
        dict(whole, type='int16', spark='smallint', examples=[['-32768', '-32768']]),
        dict(whole, type='int32', spark='int', examples=[['-2147483648', '-2147483648']]),
        dict(whole, type='int64', spark='bigint', examples=[['-9223372036854775808', '-9223372036854775808']]),
        {'type': 'float32', 'synonyms': ['float'], 'kind': 'float32', 'spark': 'float', 'also': ['double', 'decimal'], 'reader': 'number', 'form': 'digits, also with an exponent; `NaN`, `Infinity`', 'examples': [['1.5', '1.5'], ['NaN', 'NaN']]},
        {'type': 'float64', 'synonyms': ['double'], 'kind': 'float64', 'spark': 'double', 'also': ['decimal'], 'reader': 'number', 'form': 'digits, also with an exponent; `NaN`, `Infinity`', 'examples': [['1.7976931348623157E308', '1.7976931348623157E308']]},
        {'type': 'boolean', 'kind': 'boolean', 'spark': 'boolean', 'also': ['tinyint', 'smallint', 'int', 'bigint'], 'reader': 'boolean', 'form': '`true` or `false`, also 1 and 0', 'examples': [['true', 'true'], ['0', 'false']]},
        dict(text, type='string', synonyms=['text']),
        dict(bytes, type='bytes', reader='bytes', form='base64', examples=[['AP8=', '00FF']]),
        dict(bytes, type='UrlSafeBytes', reader='url_safe_bytes', form='base64url', examples=[['_-8=', 'FFEF']]),
        dict(bytes, type='HexBytes', reader='hex_bytes', form='hexadecimal digits', examples=[['00fF', '00FF']]),
        {'type': 'array', 'kind': 'json', 'spark': 'element', 'also': ['array'], 'reader': 'elements', 'form': 'a JSON list; each element as its type is written', 'examples': [['["a"]', '[a]']]},
        dict(json, type='map'),
        dict(json, type='struct'),
        {'type': 'Decimal', 'kind': 'decimal', 'spark': 'decimal(p,s)', 'also': numbers, 'reader': 'decimal', 'arguments': '2', 'form': 'base64 of the digits as a whole number, the highest byte first, and the scale beside it where the schema travels; or the number itself',
            'examples': [['{"scale":2,"value":"MDk="}', '123.45'], ['MDk=', '123.45'], ['-1.5', '-1.5']]},
        {'type': 'VariableScaleDecimal', 'kind': 'decimal', 'spark': 'string', 'also': numbers, 'reader': 'decimal', 'form': 'JSON of the scale and base64 of the digits', 'examples': [['{"scale":3,"value":"+w=="}', '-0.005']]},
        {'type': 'JavaNumber', 'kind': 'decimal', 'spark': 'decimal(p,s)', 'also': numbers, 'reader': 'java_number', 'arguments': '10,2', 'form': 'digits, also with an exponent', 'examples': [['1.25E+3', '1250'], ['-12.5', '-12.5']]},
        {'type': 'UnsignedLong', 'kind': 'integer', 'spark': 'decimal(20,0)', 'also': ['decimal'], 'reader': 'decimal', 'form': 'digits; from 2^63 on the number less 2^64', 'examples': [['-1', '18446744073709551615'], ['7', '7']]},
        {'type': 'Bits', 'kind': 'bits', 'spark': 'decimal(20,0)', 'also': ['tinyint', 'smallint', 'int', 'bigint', 'decimal', 'boolean', 'binary'], 'reader': 'bits', 'arguments': '12', 'form': 'base64 of the bytes, the lowest first', 'examples': [['HwU=', '1311']]},
        {'type': 'Enum', 'kind': 'enum', 'spark': 'string', 'reader': 'label', 'form': 'the label; a comma in it comes as `\\,`, and is put right where the labels are known', 'examples': [['b', 'b']]},
        dict(text, type='EnumSet', form='the labels with commas', examples=[['a,b', 'a,b']]),
        dict(json, type='Json'),
        dict(text, type='Uuid', examples=[['3b241101-e2bb-4255-8caf-4136c566a962', '3b241101-e2bb-4255-8caf-4136c566a962']]),
        dict(text, type='Xml', examples=[['<a/>', '<a/>']]),
        dict(text, type='Ltree', examples=[['a.b', 'a.b']]),
        dict(text, type='TsVector', examples=[["'a':1", "'a':1"]]),
        {'type': 'Hstore', 'kind': 'json', 'spark': 'map<string,string>', 'also': ['map'], 'reader': 'entries', 'form': 'JSON, an object of texts', 'examples': [['{"a":"1","b":null}', '{a -> 1, b -> null}']]},
        {'type': 'FloatVector', 'kind': 'json', 'spark': 'array<float>', 'also': ['array'], 'reader': 'elements', 'element': 'float32', 'form': 'a JSON list of numbers', 'examples': [['[1.0,2.5]', '[1.0, 2.5]']]},
        {'type': 'DoubleVector', 'kind': 'json', 'spark': 'array<double>', 'also': ['array'], 'reader': 'elements', 'element': 'float64', 'form': 'a JSON list of numbers', 'examples': [['[1.0,2.5]', '[1.0, 2.5]']]},
        dict(json, type='SparseDoubleVector', examples=[['{"dimensions":3,"vector":{"1":1.5}}', '{"dimensions":3,"vector":{"1":1.5}}']]),
        {'type': 'Geometry', 'synonyms': ['Geography', 'Point'], 'kind': 'geometry', 'spark': 'string', 'also': ['binary'], 'reader': 'geometry', 'form': 'JSON with `wkb` (base64) and `srid`', 'examples': [['{"wkb":"AQI=","srid":null}', '{"wkb":"AQI=","srid":null}']]},
        {'type': 'Year', 'kind': 'year', 'spark': 'int', 'also': ['smallint', 'bigint'], 'reader': 'year', 'form': 'digits; 1900 is the year 0', 'examples': [['2024', '2024'], ['1900', '0']]},
        dict(day, type='Date', reader='days', form='days since 1970', examples=[['19875', '2024-06-01'], ['-719162', '0001-01-01']]),
        dict(day, type='IsoDate', reader='iso_date', form='`2024-06-01Z`', examples=[['2024-06-01Z', '2024-06-01']]),
        dict(clock, type='Time', reader='millis_of_day', form='milliseconds', examples=[['39642500', '11:00:42.5']]),
        dict(clock, type='MicroTime', reader='integer', form='microseconds; MySQL\'s may be negative or beyond a day', examples=[['39642500000', '11:00:42.5'], ['-1000000', '-00:00:01']]),
        dict(clock, type='NanoTime', reader='nanos_of_day', form='nanoseconds, read if they are whole microseconds', examples=[['39642500000000', '11:00:42.5']]),
        dict(text, type='ZonedTime', examples=[['03:00:42.5Z', '03:00:42.5Z']]),
        dict(wall, type='Timestamp', reader='millis', form='milliseconds since 1970, without a zone', examples=[['1717239642500', '2024-06-01 11:00:42.5']]),
        dict(wall, type='MicroTimestamp', reader='micros', form='microseconds since 1970, without a zone', examples=[['1717239642500000', '2024-06-01 11:00:42.5']]),
        dict(wall, type='NanoTimestamp', reader='nanos', form='nanoseconds since 1970, without a zone, read if they are whole microseconds', examples=[['1717239642500000000', '2024-06-01 11:00:42.5']]),
        dict(wall, type='IsoTimestamp', reader='iso_wall_time', form='`2024-06-01T11:00:42.5Z`', examples=[['2024-06-01T11:00:42.5Z', '2024-06-01 11:00:42.5']]),
        {'type': 'ZonedTimestamp', 'kind': 'instant', 'spark': 'timestamp', 'reader': 'zoned_iso', 'form': '`2024-06-01T03:00:42.5Z`, or with an offset', 'examples': [['2024-06-01T03:00:42.5Z', '2024-06-01 03:00:42.5'], ['2024-06-01T11:00:42+08:00', '2024-06-01 03:00:42']]},
        dict(day, type='StructuredDate', reader='structured', form='JSON with `year`, `month` and `day`', examples=[['{"year":2024,"month":6,"day":1}', '2024-06-01']]),
        dict(clock, type='StructuredTime', reader='structured', form='JSON with `hour`, `minute`, `second` and `nanos`', examples=[['{"hour":11,"minute":0,"second":42,"nanos":500000000,"precision":6}', '11:00:42.5']]),
        dict(wall, type='StructuredTimestamp', reader='structured', form='JSON of the parts of a date and a time', examples=[['{"year":2024,"month":6,"day":1,"hour":11,"minute":0,"second":42,"nanos":500000000}', '2024-06-01 11:00:42.5']]),
        {'type': 'StructuredZonedTimestamp', 'kind': 'instant', 'spark': 'timestamp', 'reader': 'structured', 'form': 'JSON of the parts of a date and a time, and `offsetSeconds`',
            'examples': [['{"year":2024,"month":6,"day":1,"hour":11,"minute":0,"second":42,"nanos":500000000,"offsetSeconds":28800,"zoneId":"Asia/Shanghai"}', '2024-06-01 03:00:42.5']]},
        dict(json, type='StructuredZonedTime'),
        dict(json, type='StructuredDuration'),
        dict(clock, type='MicroDuration', reader='integer', form='microseconds; a month counts 30.4375 days', examples=[['86400000000', '24:00:00']]),
        dict(clock, type='NanoDuration', reader='nanos_of_day', form='nanoseconds', examples=[['1000', '00:00:00.000001']]),
        dict(text, type='Interval', examples=[['P1Y2M3DT4H5M6.78S', 'P1Y2M3DT4H5M6.78S']]),
    ] -%}
    {{- return(rows) -}}
{%- endmacro -%}
