{#-
What the text of a source type is in a feed, as {row, kind, reader, spark, arguments, length}: the row of the family's list, the reader that the dialect has for it, and the Spark type that holds every value of it. None for a type that
the family lacks or the dialect cannot read. Where a dialect brings macros of its own (`type`), they say it.
-#}
{%- macro known_type(source_type, feed) -%}
    {%- set written = changefeed.types_of_feed(feed) -%}
    {%- if not written -%}{{ return(none) }}{%- endif -%}
    {%- set parts = changefeed.source_type(source_type) -%}
    {%- set row = changefeed.row_of_type(written.family, source_type) -%}
    {%- if not row -%}{{ return(none) }}{%- endif -%}
    {%- set kind = changefeed._kind_of(row, parts) -%}
    {%- set reader = written.types[row.type] if row.type in written.types else written.readers[kind] -%}
    {%- if reader is mapping -%}{%- set reader = reader.get(feed.options.get(reader.option), reader.otherwise) -%}{%- endif -%}
    {%- if not reader or changefeed.text_readers()[reader].needs_labels and not parts.arguments -%}{{ return(none) }}{%- endif -%}
    {%- if kind == 'geometry' and reader == 'text' -%}{%- set kind = 'text' -%}{%- endif -%}
    {{- return({
        'row': row,
        'kind': kind,
        'reader': reader,
        'type': written.spark.get(row.type) or changefeed._spark_type_of(row, kind, parts),
        'labels': parts.arguments,
        'length': parts.arguments[0] if row.is_padded and parts.arguments else none,
    }) -}}
{%- endmacro -%}


{#- The row of a family's list that a source type names, by its words without arguments, or the first of them where the rest are attributes (`unsigned`, `character set …`); none where there is none. -#}
{%- macro row_of_type(family, source_type) -%}
    {%- set parts = changefeed.source_type(source_type) -%}
    {%- set rows = changefeed.type_families()[family]() -%}
    {%- set words = modules.re.sub('\\b(unsigned|signed|zerofill)\\b', ' ', parts.name.split('<')[0]).split() | join(' ') -%}
    {%- if words.endswith('for bit data') -%}{{ return(changefeed._row_called('for bit data', rows)) }}{%- endif -%}
    {%- if family in ('postgresql', 'gaussdb') and (words.endswith('[]') or words.startswith('_') and changefeed._row_called(words[1:], rows)) -%}
        {{ return({'type': 'array', 'kind': 'text', 'examples': ['{1,2}']}) }}
    {%- endif -%}
    {%- set found = namespace(row=none) -%}
    {%- set split = words.split(' ') -%}
    {%- for n in range(split | length, 0, -1) if found.row is none -%}
        {%- set name = split[:n] | join(' ') -%}
        {%- set found.row = changefeed._row_called(name, rows) -%}
    {%- endfor -%}
    {#- `timestamp(6) with … zone` that is not in the list by its whole name is no `timestamp`. -#}
    {{- return(none if found.row and ' zone' in words and ' zone' not in found.row.type and words not in found.row.get('synonyms', []) else found.row) -}}
{%- endmacro -%}


{#- The row of a list that has this name; none where there is none. -#}
{%- macro _row_called(name, rows) -%}
    {%- for row in rows if row.type == name or name in row.get('synonyms', []) -%}
        {{- return(row) -}}
    {%- endfor -%}
    {{- return(none) -}}
{%- endmacro -%}


{#- What a value is: FLOAT(p) has 32 or 64 bits by its p. -#}
{%- macro _kind_of(row, parts) -%}
    {%- set digits = parts.arguments[0] | int(0) if parts.arguments | length == 1 else 0 -%}
    {%- if row.wide_from and digits >= row.wide_from -%}{{ return('float64') }}{%- endif -%}
    {%- if row.narrow_to and 0 < digits <= row.narrow_to and parts.name.startswith('float') -%}{{ return('float32') }}{%- endif -%}
    {{- return(row.kind) -}}
{%- endmacro -%}


{#- The Spark type that holds every value: the row's, or that of the kind; `n` is what the type's own arguments, or those that it has without any, make of a decimal. -#}
{%- macro _spark_type_of(row, kind, parts) -%}
    {%- if parts.is_unsigned and row.unsigned -%}{{ return(row.unsigned) }}{%- endif -%}
    {%- if kind != row.kind or row.spark is not defined -%}{{ return(changefeed.value_kinds()[kind][0]) }}{%- endif -%}
    {%- if row.spark != 'decimal(n)' -%}{{ return(row.spark) }}{%- endif -%}
    {{- return('string' if row.is_binary_precision else changefeed.decimal_of_digits(parts.arguments or (row.bare or '').split(',') | select | list)) -}}
{%- endmacro -%}
