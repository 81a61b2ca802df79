{#-
A regular expression of the texts that fit a source type of a feed: no more characters, digits or decimal places than it
has. None where any text of the dialect fits, or nothing is known. The key `fits` of a dialect answers for dialects that
read types themselves.
-#}
{%- macro fitting_texts(source_type, feed) -%}
    {%- if feed.dialect.fits is defined -%}{{ return(feed.dialect.fits(source_type, feed)) }}{%- endif -%}
    {%- set known = changefeed.known_type(source_type, feed) if feed.dialect.types is defined else none -%}
    {%- set plain = ['number', 'java_number', 'text', 'wall_time', 'iso_wall_time', 'zoneless_wall_time', 'instant', 'iso_instant', 'utc_instant', 'utc_or_offset_instant', 'offset_instant', 'zoned_instant',
        'unix_instant', 'unix_instant_but_0', 'clock_time'] -%}
    {{- return(changefeed.fitting_plain(known.kind, changefeed.types_of_feed(feed).family, source_type) if known and known.reader in plain else none) -}}
{%- endmacro -%}
