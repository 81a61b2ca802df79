{#-
How OMS's text of an OceanBase type reads as a value in its DataWorks 2.0: as in its Canal kind, by OceanBase's names of types or those that the messages
print (ZONED_DATETIME, INTERVAL_DAY_TO_SECOND, …). The document's template has a TIMESTAMP in milliseconds (13 digits), its samples in seconds.
-#}
{%- macro oms_dataworks_value(source_type, text, type, feed) -%}
    {%- set printed = changefeed._oms_printed_type(source_type) -%}
    {%- if printed == 'timestamp with time zone' -%}
        {{- changefeed.oms_canal_value(printed, text, type, dict(feed, source_kind='oceanbase_oracle')) -}}
    {%- elif printed != source_type -%}
        {{- changefeed.read_as('text', text, type) -}}
    {%- elif changefeed.source_type(source_type).base == 'timestamp' and type == 'timestamp' and feed.source_kind != 'oceanbase_oracle' -%}
        if({{ text }} rlike r'^[0-9]{13}([.]0*)?\z', {{ changefeed.read_as('epoch_millis', 'left(' ~ text ~ ', 13)', type) | trim }}, {{ changefeed.oms_canal_value(source_type, text, type, feed) | trim }})
    {%- else -%}
        {{- changefeed.oms_canal_value(source_type, text, type, feed) -}}
    {%- endif -%}
{%- endmacro -%}


{#- What OMS's text of a type is in its DataWorks 2.0; none for a type that cannot be read. -#}
{%- macro oms_dataworks_type(source_type, feed) -%}
    {%- set printed = changefeed._oms_printed_type(source_type) -%}
    {%- if printed == 'timestamp with time zone' -%}
        {{- return(changefeed.oms_text_type(printed, dict(feed, source_kind='oceanbase_oracle'))) -}}
    {%- elif printed != source_type -%}
        {{- return({'type': 'string', 'reader': 'text'}) -}}
    {%- endif -%}
    {{- return(changefeed.oms_text_type(source_type, feed)) -}}
{%- endmacro -%}


{#- OceanBase's name of a type that the messages print in another way. -#}
{%- macro _oms_printed_type(source_type) -%}
    {{- return({
        'zoned_datetime': 'timestamp with time zone',
        'interval_day_to_second': 'interval day to second',
        'interval_year_to_month': 'interval year to month',
    }.get(source_type | trim | lower, source_type)) -}}
{%- endmacro -%}
