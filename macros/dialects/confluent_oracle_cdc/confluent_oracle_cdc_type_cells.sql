{#- What the dialect does with each type of Oracle, in the form of type_cells(). -#}
{%- macro confluent_oracle_cdc_type_cells(dialect) -%}
    {%- set cells = [] -%}
    {%- for row in changefeed.oracle_types() -%}
        {%- set option = 'decimals' if row.type in ('number', 'integer', 'float') else 'dates' if row.type == 'date' else none -%}
        {%- for value in (dialect.options[option]['values'] if option else ['']) -%}
            {%- set options = option ~ '=' ~ value if option else '' -%}
            {%- set feed = changefeed.feed_of_dialect(dialect, 'oracle', 'Asia/Shanghai', options) -%}
            {%- for name in [row.type] + row.get('synonyms', []) -%}
                {%- do cells.append(changefeed._confluent_oracle_cdc_cell(dialect, feed, options, row, name)) -%}
            {%- endfor -%}
        {%- endfor -%}
    {%- endfor -%}
    {{- return(cells) -}}
{%- endmacro -%}


{%- macro _confluent_oracle_cdc_cell(dialect, feed, options, row, name) -%}
    {%- set source_type = name ~ ('(' ~ row.arguments ~ ')' if row.arguments) -%}
    {%- set known = changefeed.confluent_oracle_cdc_type(source_type, feed) -%}
    {%- set examples = [] -%}
    {%- if row.type == 'integer' and known.reader == 'Decimal' -%}
        {%- do examples.append(['MDk=', '12345']) -%}
    {%- else -%}
        {%- for example in (known.row.get('examples', []) if known else []) if row.type != 'integer' or '.' not in example[1] -%}
            {%- do examples.append(example) -%}
        {%- endfor -%}
    {%- endif -%}
    {{- return({
        'dialect': dialect.name,
        'family': 'oracle',
        'source_kind': 'oracle',
        'options': options,
        'type': row.type,
        'source_type': source_type,
        'kind': known.row.kind if known else row.kind,
        'reader': known.row.get('reader', 'text') if known else none,
        'is_sent': row.type not in ('clob', 'nclob', 'blob', 'bfile', 'xmltype'),
        'form': known.row.form if known else none,
        'spark': known.type if known else none,
        'also': known.row.get('also', []) if known else [],
        'examples': examples,
    }) -}}
{%- endmacro -%}
