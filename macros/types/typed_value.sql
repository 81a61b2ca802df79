{#-
Reads the text of a source type in a feed as a value of a Spark type. A pair that no list allows is an error, which
names both types and what is allowed. So nothing is read by a cast that nobody thought of.
-#}
{%- macro typed_value(source_type, text, type, feed) -%}
    {%- if feed.dialect.value is defined -%}
        {{- return(feed.dialect.value(source_type, text, type, feed)) -}}
    {%- endif -%}
    {%- set known = changefeed.known_type(source_type, feed) -%}
    {%- if not known -%}
        {{- changefeed.refuse_type(source_type, feed) -}}
    {%- endif -%}
    {%- set base = changefeed.spark_type_base(type) -%}
    {%- set allowed = changefeed.value_kinds()[known.kind] + known.row.get('also', []) -%}
    {%- if base not in allowed or base == 'array' and changefeed.spark_type_name(type) != 'array<string>' -%}
        {{- exceptions.raise_compiler_error(
            'data_type ' ~ type ~ ' is none that ' ~ feed.dialect.name ~ "'s text of source_type " ~ source_type ~ ' reads as exactly: write one of '
            ~ allowed | unique | join(', ')
        ) -}}
    {%- endif -%}
    {%- if known.row.also and base in known.row.also -%}
        {{- changefeed._also_read(known, text, type, base, feed) -}}
    {%- else -%}
        {{- changefeed.read_as(known.reader, text, type, zone=feed.time_zone, labels=known.labels, kind=known.kind, length=known.length) -}}
    {%- endif -%}
{%- endmacro -%}


{#-
Reads as a type that the row of the list allows beside its own (`also`): a text as a number or a time, or milliseconds
as a number.
-#}
{%- macro _also_read(known, text, type, base, feed) -%}
    {%- if known.reader == 'unix_millis' -%}
        {{- changefeed.read_as('unix_millis' if base == 'date' else 'number', text, type, zone=feed.time_zone, kind='date' if base == 'date' else 'integer') -}}
    {%- else -%}
        {%- set reader, kind = {
            'date': ('date', 'date'), 'timestamp_ntz': ('wall_time', 'wall_time'), 'timestamp': ('instant', 'instant'),
        }.get(base, ('java_number', 'decimal')) -%}
        {{- changefeed.read_as(reader, text, type, zone=feed.time_zone, kind=kind) -}}
    {%- endif -%}
{%- endmacro -%}
