{#-
Prints, as one JSON text, what each source type of each feed is there: `data_type` (the Spark type that holds every
value), `kind` (of value_kinds(); '' where the dialect brings readers of its own), `value` (SQL that reads the column
`text` of a sample), `is_open` where a decimal does not say its digits, and `is_repeated` (SQL that says whether the
column `text` is in the hour that comes twice at the end of summer time; '' where a text tells its offset, or can be no
instant); null where the feed's dialect cannot read the type.
-#}
{%- macro print_types(asked) -%}
    {%- set feeds = changefeed.feeds_by_name() -%}
    {%- set found = {} -%}
    {%- for name, source_types in asked.items() -%}
        {%- set types = {} -%}
        {%- for source_type in source_types -%}
            {%- do types.update({source_type: changefeed._printed_type(source_type, feeds[name])}) -%}
        {%- endfor -%}
        {%- do found.update({name: types}) -%}
    {%- endfor -%}
    {%- do print(tojson(found)) -%}
{%- endmacro -%}


{%- macro _printed_type(source_type, feed) -%}
    {%- set data_type = changefeed.data_type(source_type, feed) -%}
    {%- if not data_type -%}{{ return(none) }}{%- endif -%}
    {%- set has_list = feed.dialect.type is not defined -%}
    {%- set known = changefeed.known_type(source_type, feed) if has_list else feed.dialect.type(source_type, feed) -%}
    {%- set zoneless = ['instant', 'iso_instant', 'wall_time', 'iso_wall_time', 'zoneless_wall_time'] -%}
    {{- return({
        'data_type': data_type,
        'kind': known.kind if has_list else '',
        'value': changefeed.typed_value(source_type, 'text', data_type, feed) | trim,
        'is_repeated': changefeed.is_repeated_hour(known.reader, 'text', feed.time_zone) | trim if known and has_list and known.reader in zoneless and feed.time_zone != 'UTC' else '',
        'is_open': data_type == 'string' and (known.is_open if not has_list else known.kind == 'decimal' and not changefeed.source_type(source_type).arguments) or false,
    }) -}}
{%- endmacro -%}
