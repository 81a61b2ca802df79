{#-
Whether this run has brought nothing that can make a feed not well, so that feed_health, which counts all that ever
came, need not be asked. False where tests look at all, and where a feed may not lag: the lag of a feed that is silent
grows by itself.
-#}
{%- macro has_made_no_feed_unwell(log, read_batches, settings, rows) -%}
    {%- set found = changefeed.found_by_run(log, read_batches) -%}
    {%- set lag = changefeed.limits().lag_seconds -%}
    {%- if found is none or found.unwell or lag.most is not none or lag.feeds -%}{{ return(false) }}{%- endif -%}
    {%- set run = changefeed.newest_read_batch(read_batches) -%}
    {%- set asked = [] -%}
    {%- if found.keyless -%}
        {%- do asked.append('select 1 from ' ~ rows ~ ' where copies_missed > 0 and applied_batch_id = ' ~ run) -%}
    {%- endif -%}
    {%- if found.waiting -%}
        {%- do asked.append(
            'select 1 from (select distinct topic from ' ~ read_batches ~ " where feed = '') as waiting inner join " ~ settings
            ~ ' as feeds on waiting.topic rlike feeds.topics_pattern group by waiting.topic having count(*) > 1'
        ) -%}
    {%- endif -%}
    {%- if found.lost -%}
        {%- do asked.append(
            'select 1 from ' ~ changefeed.relation_of('lost_ranges') ~ ' where batch_id >= (select min(first_batch_id) from ' ~ read_batches
            ~ ' where decode_batch_id = ' ~ run ~ ')'
        ) -%}
    {%- endif -%}
    {{- return(not asked or not changefeed.ask('made_unwell', '(' ~ asked | join(') union all (') ~ ') limit 1')) -}}
{%- endmacro -%}
