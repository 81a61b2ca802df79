{#-
What the user asked to decode again, from the dbt variables changefeed_redecode ({feed, since}) and changefeed_retry
({feed, reason}). `kind` is empty where the user asked for nothing.
-#}
{%- macro decode_again(feeds, read_batches, removals) -%}
    {%- set redecode = var('changefeed_redecode', none) -%}
    {%- set retry = var('changefeed_retry', none) -%}
    {%- set asked = redecode or retry -%}
    {%- set again = {
        'kind': 'redecode' if redecode is not none else 'retry' if retry is not none else '',
        'feed': asked.feed if asked else none,
        'since': asked.since if asked else none,
        'reason': asked.reason if asked else none,
    } -%}
    {%- if execute and again.kind -%}
        {%- set dialects = {} -%}
        {%- for row in changefeed.ask('dialects_of_feeds', 'select feed, dialect from ' ~ feeds ~ ' order by feed') -%}
            {%- do dialects.update({row['feed']: row['dialect']}) -%}
        {%- endfor -%}
        {%- if again.kind == 'redecode' and not again.feed or again.feed and again.feed not in dialects -%}
            {{- exceptions.raise_compiler_error(
                "no feed '" ~ (again.feed or '') ~ "' can be decoded again: seeds/changefeed_feeds.csv declares " ~ dialects | join(', ')
            ) -}}
        {%- endif -%}
        {%- if again.since and dialects[again.feed] in changefeed.sending_pairs(changefeed.dialects()) -%}
            {{- exceptions.raise_compiler_error(
                "since: " ~ dialects[again.feed] ~ " sends updates as pairs of messages, and a time may lie between two sides. Decode feed "
                ~ again.feed ~ " again from its beginning: leave --since out"
            ) -}}
        {%- endif -%}
        {%- if again.since and not modules.re.fullmatch('[0-9]{4}-[0-9]{2}-[0-9]{2}( [0-9]{2}:[0-9]{2}(:[0-9]{2})?)?', again.since) -%}
            {{- exceptions.raise_compiler_error("since: '" ~ again.since ~ "' is not a time; write it in UTC, as 2026-11-20 or 2026-11-20 13:45") -}}
        {%- endif -%}
        {%- set removed_batch_id = changefeed.removed_batch_id(removals) if again.kind == 'redecode' else 0 -%}
        {%- if removed_batch_id and (
            changefeed.has_removed_changes(removals) or changefeed.first_batch_again(read_batches, again) <= removed_batch_id
        ) -%}
            {%- do changefeed.refuse_rebuild_after_removal('decoding feed ' ~ again.feed ~ ' again') -%}
        {%- endif -%}
    {%- endif -%}
    {{- return(again) -}}
{%- endmacro -%}
