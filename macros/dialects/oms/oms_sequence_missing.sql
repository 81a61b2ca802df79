{#- The fault of a change without the number by which its feed is ordered: nobody can say where the change belongs. -#}
{%- macro oms_sequence_missing(operation, member, text, sequence) -%}
    {{- return({
        'when': changefeed.oms_orders_by_sequence() ~ ' and ' ~ operation ~ " in ('insert', 'update', 'delete', 'truncate', 'ddl') and " ~ sequence ~ ' is null',
        'detail': "concat('This feed is ordered by " ~ member ~ ", milliseconds and a counter in 16 to 18 digits; here it is ', coalesce(" ~ text ~ ", 'missing'),"
            ~ " '. (A statement without it is placed by the time of its commit, which it must have.) Where the task sends it not at all, write order=kafka_time into the options of this feed in seeds/changefeed_feeds.csv.')",
    }) -}}
{%- endmacro -%}
