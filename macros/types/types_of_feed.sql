{#-
How the dialect of a feed writes the types of the feed's kind of source: the entry of `types` for its source_kind, else
the entry ''. An entry has `family` (of type_families()); `readers` (kind → reader, where it is not the plain one;
{'option': name, value: reader, 'otherwise': reader} where an option of the feed decides); `types` (type → reader, where
a type differs from its kind; none: the type has no reader); `spark` (type → Spark type, where it is not the list's);
`unsent` (types of which the service sends no values); `like` (another entry, from which it takes the rest).
-#}
{%- macro types_of_feed(feed) -%}
    {%- set entries = feed.dialect.types -%}
    {%- set entry = entries.get(feed.source_kind or '', entries.get('')) -%}
    {%- if entry is none or entry is undefined -%}{{ return(none) }}{%- endif -%}
    {%- set base = entries[entry.like] if entry.like is defined else {} -%}
    {{- return({
        'family': entry.family or base.family,
        'readers': dict(changefeed.plain_readers(), **dict(base.get('readers', {}), **entry.get('readers', {}))),
        'types': dict(base.get('types', {}), **entry.get('types', {})),
        'spark': dict(base.get('spark', {}), **entry.get('spark', {})),
        'unsent': entry.get('unsent', base.get('unsent', [])),
    }) -}}
{%- endmacro -%}
