{#-
How Debezium writes a type. None for a type that debezium_value() cannot read, or can read only when the feed says how
the connector writes it.
-#}
{%- macro debezium_known_type(source_type, feed) -%}
    {%- if changefeed.debezium_is_open(source_type, feed) -%}
        {{- return(none) -}}
    {%- endif -%}
    {%- set parts = changefeed.debezium_type(source_type, feed) -%}
    {%- set base = parts.name.split('.')[-1] -%}
    {%- set row = changefeed.debezium_own_type(base) -%}
    {%- set type = row.spark -%}
    {%- if base == 'array' -%}
        {%- set element = changefeed.data_type(parts.element, feed) if changefeed._has_elements(parts.element, feed) else none -%}
        {%- set type = 'array<' ~ element ~ '>' if element else 'string' -%}
    {%- elif base in ('Decimal', 'JavaNumber') and '.' in changefeed.source_type(source_type).base -%}
        {#-
        Debezium's own name of the type has the scale only. A string also holds digits for which decimal(38,scale) has
        no room.
        -#}
        {%- set type = 'decimal(38,' ~ [0, parts.argument | int] | max ~ ')' if parts.argument | int <= 18 else 'string' -%}
    {%- elif feed.source_kind == 'oracle' and base in ('Decimal', 'JavaNumber') and not changefeed.source_type(source_type).arguments and parts.get('argument') == 0 -%}
        {%- set type = 'decimal(38,0)' -%}
    {%- elif base == 'VariableScaleDecimal' or base == 'JavaNumber' and feed.source_kind == 'oracle' and parts.get('argument') is none -%}
        {%- set type = 'string' -%}
    {%- elif feed.source_kind == 'postgresql' and changefeed.source_type(source_type).base == 'money' -%}
        {#- Money has 64 bits, which count its smallest coin. -#}
        {%- set type = 'decimal(19,2)' -%}
    {%- elif feed.source_kind == 'sqlserver' and changefeed.source_type(source_type).base in ('money', 'smallmoney') -%}
        {%- set type = changefeed.row_of_type('sqlserver', source_type).spark -%}
    {%- elif base == 'Bits' and (parts.argument | int(0) > 64 or not parts.argument) -%}
        {%- set type = 'binary' -%}
    {%- endif -%}
    {{- return({'type': type, 'reader': base, 'row': row, 'is_open': base in ('VariableScaleDecimal', 'Decimal', 'JavaNumber') and parts.get('argument') is none}) -}}
{%- endmacro -%}


{#-
Whether each element of a list is read by itself. Lists, objects and bits are not. Decimals are not where each has a
scale of its own, or where they come as numbers that Spark would round (decimal.format=NUMERIC).
-#}
{%- macro _has_elements(element, feed) -%}
    {%- if changefeed.debezium_is_open(element, feed) or changefeed.debezium_is_array(element) -%}{{ return(false) }}{%- endif -%}
    {%- set parts = changefeed.debezium_type(element, feed) -%}
    {%- set reader = changefeed.debezium_own_type(parts.name).reader -%}
    {%- set is_decimal = reader in ('decimal', 'java_number') -%}
    {{- return(reader not in ('elements', 'entries', 'bits', 'structured') and parts.name not in ('map', 'struct')
        and not (is_decimal and (feed.options.get('decimals') == 'numeric' or parts.get('argument') is none or parts.argument | int > 16))) -}}
{%- endmacro -%}
