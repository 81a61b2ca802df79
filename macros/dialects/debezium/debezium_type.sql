{#-
Debezium's type of a column: {name, argument (scale or number of bits), labels (of an ENUM), is_zero_at_epoch}. A type
that begins with io.debezium or org.apache, or is one of Connect's own, is taken as it stands. A type of the source is
translated by the connector's modes.
-#}
{%- macro debezium_type(source_type, feed) -%}
    {%- set parts = changefeed.source_type(source_type) -%}
    {%- if changefeed.debezium_is_array(source_type) -%}
        {{- return({'name': 'array', 'element': changefeed._element_of(source_type)}) -}}
    {%- elif parts.base.endswith('.decimal') and feed.options.get('decimals') == 'numeric' -%}
        {{- return({'name': 'JavaNumber', 'argument': parts.arguments[0] if parts.arguments else none}) -}}
    {%- elif '.' in parts.base or parts.base in changefeed.debezium_connect_types() -%}
        {%- set name = source_type.split('(')[0] | trim -%}
        {{- return({
            'name': name,
            'argument': parts.arguments[0] if parts.arguments else none,
            'is_zero_at_epoch': name.endswith('.ZonedTimestamp') and changefeed.debezium_family_of(feed.source_kind) == 'mysql',
        }) -}}
    {%- endif -%}
    {%- set base = changefeed.debezium_whole_name(source_type) -%}
    {%- set numbers = parts.arguments | map('int', -1) | list -%}
    {%- set rule = changefeed.debezium_source_types(feed.source_kind).get(base) -%}
    {%- if not rule -%}
        {{- exceptions.raise_compiler_error(
            feed.dialect.name ~ " knows no type '" ~ source_type ~ "' of " ~ (feed.source_kind or 'a source that is not declared (source_kind in seeds/changefeed_feeds.csv)')
            ~ '. Give the type that column_types shows for the column, or declare source_type text to get the text that was sent'
        ) -}}
    {%- elif rule == 'decimal' -%}
        {%- set mode = changefeed._debezium_mode('decimals', source_type, feed) -%}
        {#-
        A numeric of PostgreSQL that is declared without digits has a scale in each value. Other sources give scale 0.
        -#}
        {%- set scale = numbers[1] if numbers | length > 1 else 0 -%}
        {{- return({'name': 'Decimal' if mode == 'precise' else 'JavaNumber', 'argument': scale if numbers or feed.source_kind != 'postgresql' else none}) -}}
    {%- elif rule == 'variable_decimal' -%}
        {{- return({'name': 'VariableScaleDecimal' if changefeed._debezium_mode('decimals', source_type, feed) == 'precise' else 'JavaNumber'}) -}}
    {%- elif rule == 'mysql_float' -%}
        {%- set wide_from = changefeed.row_of_type('mysql', 'float').wide_from -%}
        {{- return({'name': 'float64' if numbers | length == 1 and numbers[0] >= wide_from else 'float32'}) -}}
    {%- elif rule == 'money' -%}
        {{- return({'name': 'Decimal' if changefeed._debezium_mode('decimals', source_type, feed) == 'precise' else 'JavaNumber', 'argument': 4 if feed.source_kind == 'sqlserver' else 2}) -}}
    {%- elif rule == 'oracle_number' -%}
        {#-
        Whole numbers of up to 18 digits are sent as such. INTEGER and SMALLINT are NUMBER(38,0), and so is DECIMAL;
        NUMBER has a scale for each value.
        -#}
        {%- set numbers = numbers or ([] if base == 'number' else [38]) -%}
        {%- set scale = numbers[1] if numbers | length > 1 else 0 -%}
        {%- if numbers and scale <= 0 and numbers[0] - scale < 19 -%}{{ return({'name': 'JavaNumber', 'argument': scale}) }}{%- endif -%}
        {{- return({'name': 'Decimal' if changefeed._debezium_mode('decimals', source_type, feed) == 'precise' else 'JavaNumber', 'argument': scale if numbers else none}) -}}
    {%- elif rule == 'bigint' -%}
        {%- if parts.is_unsigned -%}
            {{- return({'name': 'UnsignedLong'} if changefeed._debezium_mode('unsigned_bigints', source_type, feed) == 'long'
                else {'name': 'JavaNumber' if feed.options.get('decimals') == 'numeric' else 'Decimal', 'argument': 0}) -}}
        {%- endif -%}
        {{- return({'name': 'int64'}) -}}
    {%- elif rule == 'bytes' -%}
        {{- return({'name': {'bytes': 'bytes', 'base64': 'bytes', 'base64-url-safe': 'UrlSafeBytes', 'hex': 'HexBytes'}[changefeed._debezium_mode('binaries', source_type, feed)]}) -}}
    {%- elif rule == 'bit' -%}
        {{- return({'name': 'Bits' if numbers and numbers[0] > 1 or base != 'bit' else 'boolean', 'argument': numbers[0] if numbers else none}) -}}
    {%- elif rule == 'interval' -%}
        {{- return({'name': 'StructuredDuration' if feed.options.get('times') == 'structured'
            else 'MicroDuration' if changefeed._debezium_mode('intervals', source_type, feed) == 'numeric' else 'Interval'}) -}}
    {%- elif rule in ('date', 'time', 'wall_time', 'millis') -%}
        {{- return({'name': changefeed._debezium_time(rule, numbers[0] if numbers else none, source_type, feed)}) -}}
    {%- elif rule == 'enum' -%}
        {{- return({'name': 'Enum', 'labels': parts.arguments}) -}}
    {%- endif -%}
    {%- if rule in ('ZonedTimestamp', 'ZonedTime') and feed.options.get('times') == 'structured' -%}
        {{- return({'name': 'Structured' ~ rule}) -}}
    {%- endif -%}
    {{- return({'name': rule, 'is_zero_at_epoch': rule == 'ZonedTimestamp' and changefeed.debezium_family_of(feed.source_kind) == 'mysql'}) -}}
{%- endmacro -%}


{#-
The type of a list's elements: array<int32> → int32, timestamp(3) with time zone[] → timestamp(3) with time zone.
-#}
{%- macro _element_of(source_type) -%}
    {%- set type = source_type | trim -%}
    {{- return(type[6:-1] if type.startswith('array<') else modules.re.sub('( *\\[[0-9]*\\])+$', '', type)) -}}
{%- endmacro -%}


{#- How the connector writes a date or time, by its mode and the digits that the column keeps of a second. -#}
{%- macro _debezium_time(rule, digits, source_type, feed) -%}
    {%- set mode = changefeed._debezium_mode('times', source_type, feed) -%}
    {%- set is_mysql = changefeed.debezium_family_of(feed.source_kind) == 'mysql' -%}
    {#- A TIME of Db2 has whole seconds. -#}
    {%- set is_whole = is_mysql or feed.source_kind == 'db2' and rule == 'time' -%}
    {%- set digits = digits if digits is not none else (0 if is_whole else 7 if feed.source_kind == 'sqlserver' else 6) -%}
    {%- set unit = 0 if rule == 'millis' or digits <= 3 or mode == 'connect' else 1 if digits <= 6 else 2 -%}
    {%- if mode == 'isostring' -%}
        {{- return({'date': 'IsoDate', 'time': 'string'}.get(rule, 'IsoTimestamp')) -}}
    {%- elif mode == 'structured' -%}
        {{- return({'date': 'StructuredDate', 'time': 'StructuredTime'}.get(rule, 'StructuredTimestamp')) -}}
    {%- elif rule == 'date' -%}
        {{- return('Date') -}}
    {%- elif mode in ('microseconds', 'nanoseconds') -%}
        {%- set unit = 1 if mode == 'microseconds' else 2 -%}
    {%- elif rule == 'time' and mode == 'adaptive_time_microseconds' -%}
        {%- set unit = 1 -%}
    {%- endif -%}
    {{- return((['Time', 'MicroTime', 'NanoTime'] if rule == 'time' else ['Timestamp', 'MicroTimestamp', 'NanoTimestamp'])[unit]) -}}
{%- endmacro -%}


{%- macro _debezium_mode(option, source_type, feed) -%}
    {%- set mode = feed.options.get(option, 'undeclared') -%}
    {%- if mode == 'undeclared' -%}
        {{- exceptions.raise_compiler_error(
            'How ' ~ source_type ~ ' is written depends on a setting of the connector: give ' ~ option ~ '=' ~ (feed.dialect.options[option]['values'][1:] | join(' or ' ~ option ~ '='))
            ~ ' among the options of the feed in seeds/changefeed_feeds.csv, or the type that column_types shows as source_type'
        ) -}}
    {%- endif -%}
    {{- return(mode) -}}
{%- endmacro -%}
