{#-
What the user asked to decode again, from the dbt variables changefeed_redecode ({feed, since}) and changefeed_retry
({feed, reason}); `kind` is empty when nothing was.
-#}
{%- macro decode_again(feeds) -%}
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
        {%- set known = run_query('select feed from ' ~ feeds ~ ' order by feed').columns[0].values() -%}
        {%- if again.kind == 'redecode' and not again.feed or again.feed and again.feed not in known -%}
            {{- exceptions.raise_compiler_error(
                "no feed '" ~ (again.feed or '') ~ "' can be decoded again: seeds/feeds.csv declares " ~ known | join(', ')
            ) -}}
        {%- endif -%}
        {%- if again.since and not modules.re.fullmatch('[0-9]{4}-[0-9]{2}-[0-9]{2}( [0-9]{2}:[0-9]{2}(:[0-9]{2})?)?', again.since) -%}
            {{- exceptions.raise_compiler_error("since: '" ~ again.since ~ "' is no time; write it in UTC, as 2026-11-20 or 2026-11-20 13:45") -}}
        {%- endif -%}
    {%- endif -%}
    {{- return(again) -}}
{%- endmacro -%}
