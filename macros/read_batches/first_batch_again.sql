{#- The first load that decoding a feed again reads. -#}
{%- macro first_batch_again(read_batches, again) -%}
    {{- return(changefeed.ask(
        'first_batch_again',
        'select coalesce(min(first_batch_id), 0) from ' ~ read_batches ~ " where kind = 'new' and feed = " ~ changefeed.sql_string(again.feed)
        ~ (' and coalesce(last_kafka_at >= timestamp ' ~ changefeed.sql_string(again.since) ~ ', true)' if again.since else ''),
        [[0]]
    )[0][0] | int) -}}
{%- endmacro -%}
