{#-
The condition on the rows of a log that give way when feeds are decoded again (of these, which do: of changes, not those
that were quarantined); '' when no feed is. The new rows have to meet it as well, hence its last part.
-#}
{%- macro redecoded_changes(log, read_batches, which) -%}
    {%- set asked_batch_id = changefeed.high_water(read_batches, ['decode_batch_id'], where="kind = 'redecode'", once=true)[0] -%}
    {%- set decoded_batch_id = changefeed.high_water(log, ['decode_batch_id'])[0] if asked_batch_id else 0 -%}
    {%- if asked_batch_id <= decoded_batch_id -%}{{ return('') }}{%- endif -%}
    {%- set rows = run_query(
        'select feed, min(first_batch_id) from ' ~ read_batches
        ~ " where kind = 'redecode' and decode_batch_id > " ~ decoded_batch_id ~ ' group by feed order by feed'
    ).rows -%}
    {%- set conditions = [] -%}
    {%- for feed, first_batch_id in rows -%}
        {%- do conditions.append('feed = ' ~ changefeed.sql_string(feed) ~ ' and batch_id >= ' ~ first_batch_id ~ ' and ' ~ which) -%}
    {%- endfor -%}
    {{- return('(' ~ conditions | join(') or (') ~ ') or decode_batch_id > ' ~ decoded_batch_id) -}}
{%- endmacro -%}
