{#-
What a dialect does with each type of its families, for the documentation and the tests. There is one entry for each
type and kind of source: {family, source_kind, type, source_type (with the arguments of its examples), kind, reader
(none: not read), is_sent, form, spark, also, examples: [text, value]}.
-#}
{%- macro type_cells(dialect) -%}
    {#- A dialect with macros of its own for types has one for this, too. -#}
    {%- if dialect.type_cells is defined -%}{{ return(dialect.type_cells(dialect)) }}{%- endif -%}
    {%- set cells = [] -%}
    {%- for source_kind in dialect.types if source_kind == '' or source_kind in dialect.source_kinds or not dialect.source_kinds -%}
        {%- for options in changefeed._options_of_types(dialect) -%}
            {%- set feed = changefeed.feed_of_dialect(dialect, source_kind, 'Asia/Shanghai', options) -%}
            {%- set family = changefeed.types_of_feed(feed).family -%}
            {%- for row in changefeed.type_families()[family]() -%}
                {%- for name in [row.type] + row.get('synonyms', []) -%}
                    {%- do cells.append(changefeed._cell(dialect, feed, options, family, row, name)) -%}
                {%- endfor -%}
            {%- endfor -%}
        {%- endfor -%}
    {%- endfor -%}
    {{- return(cells) -}}
{%- endmacro -%}


{%- macro _cell(dialect, feed, options, family, row, name) -%}
    {%- set source_type = name ~ ('(' ~ row.arguments ~ ')' if row.arguments) -%}
    {%- set known = changefeed.known_type(source_type, feed) -%}
    {%- set reader = changefeed.text_readers()[known.reader] if known else {} -%}
    {{- return({
        'dialect': dialect.name,
        'family': family,
        'source_kind': feed.source_kind,
        'options': options,
        'type': row.type,
        'source_type': source_type,
        'kind': known.kind if known else row.kind,
        'reader': known.reader if known else none,
        'is_sent': row.type not in changefeed.types_of_feed(feed).unsent,
        'form': reader.form,
        'spark': known.type if known else none,
        'also': changefeed.value_kinds()[known.kind] + row.get('also', []) if known else [],
        'examples': changefeed._examples(row, known, reader) if known else [],
    }) -}}
{%- endmacro -%}


{#-
Examples, each a text and the value that it means: those of the type where the text is what a database prints, and those
of the reader.
-#}
{%- macro _examples(row, known, reader) -%}
    {%- set found = [] -%}
    {%- if reader.is_plain or known.reader == 'text' -%}
        {%- for value in row.get('examples', []) -%}{%- do found.append([value, value]) -%}{%- endfor -%}
    {%- endif -%}
    {%- if not (known.reader == 'text' and found) -%}
        {%- for example in reader.get('examples', []) if known.kind not in ('integer', 'year', 'bits') or '.' not in example[1] -%}
            {%- do found.append(example) -%}
        {%- endfor -%}
    {%- endif -%}
    {{- return(found) -}}
{%- endmacro -%}


{#- The options of a feed that change how types are read, each value once. None where no option does. -#}
{%- macro _options_of_types(dialect) -%}
    {%- set found = [] -%}
    {%- for name, option in dialect.get('options', {}).items() if option.is_for_types -%}
        {%- for value in option['values'] -%}{%- do found.append(name ~ '=' ~ value) -%}{%- endfor -%}
    {%- endfor -%}
    {{- return(found or ['']) -}}
{%- endmacro -%}
