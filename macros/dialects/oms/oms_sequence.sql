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


{#-
The number of a statement. OMS writes none (null, or the text null): its milliseconds and -1 for the counter say so, and it is placed among changes that have one (placed_statements()).
-#}
{%- macro oms_statement_sequence(text, millis) -%}
if(
    coalesce(nullif(nullif({{ text }}, ''), '0'), 'null') = 'null' and {{ millis }} between 0 and 253402300799999,
    array(cast({{ millis }} as decimal(38,0)), cast(-1 as decimal(38,0))),
    {{ changefeed.oms_sequence(text) }}
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
            ~ " '. (A statement without it is placed by the time of its commit, which it must have.) Where the task sends it not at all, write order=kafka_time into the options of this feed in seeds/changefeed_feeds.csv.')",
    }) -}}
{%- endmacro -%}
