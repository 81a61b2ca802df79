{#- The windows that `decoded` has not read yet, as literals for the file skipping of `messages`. -#}
{%- macro open_windows(windows, feeds, decoded_batch_id) -%}
    {%- if not changefeed.is_readable(windows) -%}{{ return({'count': 0, 'dialects': []}) }}{%- endif -%}
    {%- set rows = run_query(
        'select count(*) as windows, min(first_batch_id) as first_batch_id, max(last_batch_id) as last_batch_id, coalesce(sum(late_clocks), 0) as late_clocks,'
        ~ " count_if(kind = 'retry') as retries, array_join(collect_set(if(kind = 'redecode', windows.feed, null)), ',') as redecoded_feeds,"
        ~ ' array_join(collect_set(' ~ changefeed.dialect_of('windows.topic', 'feeds') ~ "), ',') as dialects"
        ~ ' from ' ~ windows ~ ' as windows left join ' ~ feeds ~ ' as feeds on windows.feed = feeds.feed where decode_batch_id > ' ~ decoded_batch_id
    ).rows -%}
    {{- return({
        'count': rows[0][0] | int,
        'first_batch_id': rows[0][1],
        'last_batch_id': rows[0][2],
        'late_clocks': rows[0][3] | int,
        'retries': rows[0][4] | int,
        'redecoded_feeds': rows[0][5].split(',') | reject('equalto', '') | list,
        'dialects': rows[0][6].split(',') | reject('equalto', '') | list,
    }) -}}
{%- endmacro -%}
