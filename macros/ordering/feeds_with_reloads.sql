{#-
The feeds in which a full load may have replaced the rows of a table without a key: feeds of feeds_to_look_at() that
have an epoch, a dump, or a full load that was found before.
-#}
{%- macro feeds_with_reloads(log, read_batches, epochs, known, seen_batch_id) -%}
    {%- set feeds = changefeed.feeds_to_look_at(log, read_batches, seen_batch_id) | map(attribute='feed') | list -%}
    {%- if not feeds -%}{{ return([]) }}{%- endif -%}
    {%- set is_of_them = 'feed in (' ~ changefeed.sql_strings(feeds) ~ ')' -%}
    {{- return(changefeed.ask(
        'feeds_with_reloads',
        'select feed from ' ~ epochs ~ ' where since is not null and ' ~ is_of_them ~ ' union select feed from ' ~ read_batches ~ ' where ' ~ is_of_them
        ~ " and startswith(topic, 'changefeed_baseline.')" ~ (' union select feed from ' ~ known ~ ' where ' ~ is_of_them if known else '')
    ) | map(attribute=0) | list) -}}
{%- endmacro -%}
