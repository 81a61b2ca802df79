{#- The declared feeds, by name, as the readers of values take them; only the one of a name where that is given. -#}
{%- macro feeds_by_name(only=none) -%}
    {%- set dialects = {} -%}
    {%- for dialect in changefeed.dialects() -%}
        {%- do dialects.update({dialect.name: dialect}) -%}
    {%- endfor -%}
    {%- set settings -%}
        select feed, dialect, time_zone, source_kind, options
        from {{ ref('changefeed_feed_settings') }}
        {% if only is not none %}where feed = {{ changefeed.sql_string(only) }}{% endif %}
        order by feed
    {%- endset -%}
    {%- set feeds = {} -%}
    {%- for row in run_query(settings).rows -%}
        {%- do feeds.update({row[0]: {
            'dialect': dialects[row[1]], 'time_zone': row[2], 'source_kind': row[3], 'options': changefeed.feed_options_of(dialects[row[1]], row[4]),
        }}) -%}
    {%- endfor -%}
    {{- return(feeds) -}}
{%- endmacro -%}
