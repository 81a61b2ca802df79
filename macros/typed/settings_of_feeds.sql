{#-
What feed_settings says of the feeds, or of one. A unit test of a typed table says it in its overrides: its inputs are
no relations that could be asked.
-#}
{%- macro settings_of_feeds(only=none) -%}
    {%- if load_relation(ref('changefeed_feed_settings')) is none -%}{{- return(none) -}}{%- endif -%}
    {%- set settings -%}
        select feed, dialect, time_zone, source_kind, options
        from {{ ref('changefeed_feed_settings') }}
        {% if only is not none %}where feed = {{ changefeed.sql_string(only) }}{% endif %}
        order by feed
    {%- endset -%}
    {%- set found = [] -%}
    {%- for row in changefeed.ask('settings_of_feeds', settings) -%}
        {%- do found.append({'feed': row[0], 'dialect': row[1], 'time_zone': row[2], 'source_kind': row[3], 'options': row[4]}) -%}
    {%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}
