{#-
Stops the build of a model whose table an earlier version built with other columns than its yml describes. Columns that
may be NULL in the rows that are there (config `added_columns`) are added.
-#}
{%- macro check_columns(relation) -%}
    {%- set present = adapter.get_columns_in_relation(relation) | map(attribute='name') | list -%}
    {%- for name in config.get('added_columns', []) if name not in present -%}
        {%- do run_query('alter table ' ~ relation ~ ' add columns (`' ~ name ~ '` ' ~ model.columns[name].data_type ~ ')') -%}
        {%- do present.append(name) -%}
    {%- endfor -%}
    {%- set missing = model.columns | reject('in', present) | list -%}
    {%- if missing -%}
        {{- exceptions.raise_compiler_error(
            'the table ' ~ relation ~ ' was built by an earlier version and lacks ' ~ missing | join(', ')
            ~ '. Build the tables again from their messages: `changefeed run --full-refresh`'
        ) -}}
    {%- endif -%}
{%- endmacro -%}
