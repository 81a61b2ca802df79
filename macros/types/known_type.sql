{#-
How the text of a source type is read in a feed: {row, kind, reader, type, labels, length}. `row` is the row of the
family's list, `reader` the one that the dialect has for it, `type` the Spark type that holds every value. None for a
type that the family lacks, or that the dialect cannot read. In a dialect without `types` each type is the text that was
sent. Dialects with macros of their own (`type`) answer themselves.
-#}
{%- macro known_type(source_type, feed) -%}
    {%- if feed.dialect.types is not defined -%}
        {{- return({'row': {}, 'kind': 'text', 'reader': 'text', 'type': changefeed.value_kinds().text[0], 'labels': [], 'length': none}) -}}
    {%- endif -%}
    {%- set written = changefeed.types_of_feed(feed) -%}
    {%- if not written -%}{{ return(none) }}{%- endif -%}
    {%- set parts = changefeed.source_type(source_type) -%}
    {%- set row = changefeed.row_of_type(written.family, source_type) -%}
    {%- if not row -%}{{ return(none) }}{%- endif -%}
    {%- set kind = changefeed.kind_of_type(row, parts) -%}
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


{#-
The Spark type that holds every value of a row's type: that of the row, else that of the kind. In decimal(n), n stands
for the arguments of the type, or for those that it has when it is written bare.
-#}
{%- macro _spark_type_of(row, kind, parts) -%}
    {%- if parts.is_unsigned and row.unsigned -%}{{ return(row.unsigned) }}{%- endif -%}
    {%- if kind != row.kind or row.spark is not defined -%}{{ return(changefeed.value_kinds()[kind][0]) }}{%- endif -%}
    {%- if row.spark != 'decimal(n)' -%}{{ return(row.spark) }}{%- endif -%}
    {{- return('string' if row.is_binary_precision else changefeed.decimal_of_digits(parts.arguments or (row.bare or '').split(',') | select | list)) -}}
{%- endmacro -%}
