{#-
The number by which OMS orders changes: 13 digits of milliseconds and a counter of 3 to 5. As a pair, for the counter need not be padded. Fewer
digits could also be seconds and a counter, and are not read.
-#}
{%- macro oms_sequence(text) -%}
if(
    {{ text }} rlike r'^[1-3][0-9]{15,17}\z',
    array(cast(left({{ text }}, 13) as decimal(38,0)), cast(substr({{ text }}, 14) as decimal(38,0))),
    null
)
{%- endmacro -%}


{#- Whether the feed is ordered by that number. -#}
{%- macro oms_orders_by_sequence() -%}
coalesce(options['order'], '') <> 'kafka_time'
{%- endmacro -%}


{#- The fault of a change without it, in a feed that is ordered by it: nobody can say where it belongs. -#}
{%- macro oms_sequence_missing(operation, member, text, sequence) -%}
    {{- return({
        'when': changefeed.oms_orders_by_sequence() ~ ' and ' ~ operation ~ " in ('insert', 'update', 'delete', 'truncate', 'ddl') and " ~ sequence ~ ' is null',
        'detail': "concat('This feed is ordered by " ~ member ~ ", milliseconds and a counter in 16 to 18 digits; here it is ', coalesce(" ~ text ~ ", 'missing'),"
            ~ " '. Where the task sends it not at all, or not with statements, write order=kafka_time into the options of this feed in seeds/changefeed_feeds.csv.')",
    }) -}}
{%- endmacro -%}
