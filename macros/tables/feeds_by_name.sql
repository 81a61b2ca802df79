{#- The declared feeds, by name, as the readers of values take them; only the one of a name where that is given. None where nothing was built yet. -#}
{%- macro feeds_by_name(only=none) -%}
    {%- set settings = changefeed.settings_of_feeds(only) -%}
    {%- if settings is none -%}{{- return(none) -}}{%- endif -%}
    {%- set dialects = {} -%}
    {%- for dialect in changefeed.dialects() -%}
        {%- do dialects.update({dialect.name: dialect}) -%}
    {%- endfor -%}
    {%- set feeds = {} -%}
    {%- for feed in settings -%}
        {%- do feeds.update({feed.feed: changefeed.feed_of_dialect(dialects[feed.dialect], feed.source_kind, feed.time_zone, feed.options)}) -%}
    {%- endfor -%}
    {{- return(feeds) -}}
{%- endmacro -%}


{#- What feed_settings says of the feeds, or of one. A unit test of a typed table says it in its overrides: its inputs are no relations that could be asked. -#}
{%- macro settings_of_feeds(only=none) -%}
    {%- if load_relation(ref('changefeed_feed_settings')) is none -%}{{- return(none) -}}{%- endif -%}
    {%- set settings -%}
        select feed, dialect, time_zone, source_kind, options
        from {{ ref('changefeed_feed_settings') }}
        {% if only is not none %}where feed = {{ changefeed.sql_string(only) }}{% endif %}
        order by feed
    {%- endset -%}
    {%- set found = [] -%}
    {%- for row in run_query(settings).rows -%}
        {%- do found.append({'feed': row[0], 'dialect': row[1], 'time_zone': row[2], 'source_kind': row[3], 'options': row[4]}) -%}
    {%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}


{#- What the yml of typed tables says of their feeds: model, feed, dialect, source_kind, time_zone and options of each that names a dialect; and the options for types that the dialect has, with their defaults. -#}
{%- macro settings_of_typed_tables() -%}
    {%- set found = [] -%}
    {%- set defaults = {} -%}
    {%- for node in graph.nodes.values() if node.resource_type == 'model' -%}
        {%- set table = (node.config.meta or {}).get('changefeed') -%}
        {%- if table is mapping and table.dialect is defined -%}
            {%- if table.dialect not in defaults -%}{%- do defaults.update({table.dialect: changefeed.options_for_types(table.dialect, '')}) -%}{%- endif -%}
            {%- do found.append([node.name, table.feed, table.dialect, table.source_kind or '', table.time_zone or 'UTC', table.options or '', defaults[table.dialect]]) -%}
        {%- endif -%}
    {%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}


{#- Of a feed's options those by which its values are read, with their defaults, in one order: two texts that read alike give the same. -#}
{%- macro options_for_types(dialect_name, options) -%}
    {%- set dialect = changefeed.dialects() | selectattr('name', 'equalto', dialect_name) | first -%}
    {%- if not dialect -%}{{- return(options or '') -}}{%- endif -%}
    {%- set given = changefeed.feed_of_dialect(dialect, options=options).options -%}
    {%- set words = [] -%}
    {%- for name, option in dialect.get('options', {}).items() if option.is_for_types -%}
        {%- do words.append(name ~ '=' ~ given[name]) -%}
    {%- endfor -%}
    {{- return(words | join(' ')) -}}
{%- endmacro -%}
