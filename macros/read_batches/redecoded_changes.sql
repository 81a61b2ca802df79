{#-
The condition on the rows of a log that are replaced when feeds are decoded again; '' when no feed is. `which` says
which rows of these feeds are replaced: the changes, not the rows of quarantined messages. The last part of the
condition is there for the new rows, which have to meet it too.
-#}
{%- macro redecoded_changes(log, read_batches, which) -%}
    {%- set asked_batch_id = changefeed.high_water(read_batches, ['decode_batch_id'], where="kind = 'redecode'", once=true, question='redecode')[0] -%}
    {%- set decoded_batch_id = changefeed.high_water(log, ['decode_batch_id'])[0] if asked_batch_id else 0 -%}
    {%- if asked_batch_id <= decoded_batch_id -%}{{ return('') }}{%- endif -%}
    {%- set rows = changefeed.ask(
        'redecoded_feeds',
        'select feed, min(first_batch_id) from ' ~ read_batches
        ~ " where kind = 'redecode' and decode_batch_id > " ~ decoded_batch_id ~ ' group by feed order by feed'
    ) -%}
    {%- set conditions = [] -%}
    {%- for feed, first_batch_id in rows -%}
        {%- do conditions.append('feed = ' ~ changefeed.sql_string(feed) ~ ' and batch_id >= ' ~ first_batch_id ~ ' and ' ~ which) -%}
    {%- endfor -%}
    {{- return('(' ~ conditions | join(') or (') ~ ') or decode_batch_id > ' ~ decoded_batch_id) -}}
{%- endmacro -%}
