{#-
What Debezium's dialects do with each type, in the form of type_cells(). First come the names of Debezium and Connect
(source_kind ''), then the types of each source, with a cell for each mode of the connector that matters.
-#}
{%- macro debezium_type_cells(dialect) -%}
    {%- set cells = [] -%}
    {%- for row in changefeed.debezium_own_types() -%}
        {%- set name = row.type if row.type in changefeed.debezium_connect_types() else 'io.debezium.' ~ row.type -%}
        {%- set name = name ~ ('<string>' if row.type == 'array' else '(' ~ row.arguments ~ ')' if row.arguments else '') -%}
        {%- do cells.append(changefeed._debezium_cell(dialect, changefeed.feed_of_dialect(dialect), '', name)) -%}
    {%- endfor -%}
    {%- for kind in dialect.source_kinds -%}
        {%- set rules = dict(changefeed.debezium_source_types(kind), **({'bigint unsigned': 'bigint'} if changefeed.debezium_family_of(kind) == 'mysql' else {})) -%}
        {%- for name, rule in rules.items() -%}
            {%- set listed = changefeed.row_of_type(changefeed.debezium_family_of(kind), name) or {} -%}
            {%- set source_type = name ~ ('(' ~ (listed.arguments or '12') ~ ')' if listed.arguments or rule == 'bit' and name != 'bit' else '') -%}
            {%- set option = changefeed.debezium_deciding_option(rule, source_type) -%}
            {%- for value in (dialect.options[option]['values'] if option else []) if value != 'undeclared' -%}
                {%- do cells.append(changefeed._debezium_cell(dialect, changefeed.feed_of_dialect(dialect, kind, options=option ~ '=' ~ value), option ~ '=' ~ value, source_type)) -%}
            {%- else -%}
                {%- do cells.append(changefeed._debezium_cell(dialect, changefeed.feed_of_dialect(dialect, kind), '', source_type)) -%}
            {%- endfor -%}
        {%- endfor -%}
    {%- endfor -%}
    {{- return(cells) -}}
{%- endmacro -%}


{%- macro _debezium_cell(dialect, feed, options, source_type) -%}
    {%- set parts = changefeed.debezium_type(source_type, feed) -%}
    {%- set row = changefeed.debezium_own_type(parts.name) -%}
    {%- set spark = changefeed.data_type(source_type, feed) -%}
    {%- set examples = [] -%}
    {%- set scale = parts.get('argument') if row.type in ('Decimal', 'JavaNumber') and feed.source_kind else 2 -%}
    {%- if row.type == 'Decimal' and scale is not none and scale | int in (0, 4) -%}
        {%- do examples.append(['MDk=', '12345' if scale | int == 0 else '1.2345']) -%}
    {%- else -%}
        {%- for example in row.get('examples', []) if not (scale is not none and scale | int == 0 and '.' in example[1]) and not (scale is none and row.type == 'Decimal' and not example[0].startswith('{')) -%}
            {%- do examples.append(example) -%}
        {%- endfor -%}
    {%- endif -%}
    {{- return({
        'dialect': dialect.name,
        'family': 'debezium',
        'source_kind': feed.source_kind or '',
        'options': options,
        'type': row.type,
        'source_type': source_type,
        'kind': row.kind,
        'reader': row.get('reader', 'text'),
        'is_sent': true,
        'form': row.form,
        'spark': spark,
        'also': row.get('also', []),
        'examples': examples,
    }) -}}
{%- endmacro -%}
