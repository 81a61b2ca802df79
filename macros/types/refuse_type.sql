{#- The error for a source type that a feed cannot read, which says why and what to write. -#}
{%- macro refuse_type(source_type, feed) -%}
    {%- set written = changefeed.types_of_feed(feed) -%}
    {%- set source = feed.source_kind or (written.family if written else '') -%}
    {%- if not written -%}
        {{- exceptions.raise_compiler_error(
            feed.dialect.name ~ ' comes from several databases, whose types read differently: give the feed a source_kind in seeds/changefeed_feeds.csv, one of '
            ~ feed.dialect.types | select | join(', ')
        ) -}}
    {%- endif -%}
    {%- set row = changefeed.row_of_type(written.family, source_type) -%}
    {%- if row and row.kind in ('enum', 'set') and not changefeed.source_type(source_type).arguments -%}
        {{- exceptions.raise_compiler_error(
            feed.dialect.name ~ ' does not send the labels of ' ~ source_type ~ ": write them into the source_type, as in enum('new','done'), or declare source_type text to get the text that was sent"
        ) -}}
    {%- elif row -%}
        {{- exceptions.raise_compiler_error(
            'How ' ~ feed.dialect.name ~ ' writes the type ' ~ source_type ~ ' of ' ~ source ~ ' is not known: declare source_type text to get the text that was sent'
        ) -}}
    {%- endif -%}
    {{- exceptions.raise_compiler_error(
        feed.dialect.name ~ " knows no type '" ~ source_type ~ "' of " ~ source ~ '; declare source_type text to get the text that was sent'
    ) -}}
{%- endmacro -%}
