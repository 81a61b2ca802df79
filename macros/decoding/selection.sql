{#-
What a project leaves out of the log (dbt variable changefeed_selection): feed → tables, except_tables (patterns), rows
and except_rows (pattern of tables → column → texts). Raises for what is none of these, with the nearest name.
-#}
{%- macro selection() -%}
    {%- set given = var('changefeed_selection', {}) -%}
    {%- set kinds = ['tables', 'except_tables', 'rows', 'except_rows'] -%}
    {%- if given is not mapping -%}
        {{- changefeed._wrong_selection('', 'is no mapping of feeds') -}}
    {%- endif -%}
    {%- for feed, parts in given.items() -%}
        {%- if parts is not mapping or not parts -%}
            {{- changefeed._wrong_selection(feed, 'has none of ' ~ kinds | join(', ')) -}}
        {%- endif -%}
        {%- for kind, said in parts.items() -%}
            {%- if kind not in kinds -%}
                {{- changefeed._wrong_selection(feed, 'has no ' ~ kind ~ '.' ~ changefeed.did_you_mean(kind | string, kinds) ~ ' It can have ' ~ kinds | join(', ')) -}}
            {%- elif 'tables' in kind and not changefeed._is_list_of_texts(said) -%}
                {{- changefeed._wrong_selection(feed ~ ': ' ~ kind, 'is no list of names or patterns, such as ["orders", "order_*"]') -}}
            {%- elif 'rows' in kind -%}
                {{- changefeed._check_selected_rows(feed ~ ': ' ~ kind, said) -}}
            {%- endif -%}
        {%- endfor -%}
    {%- endfor -%}
    {{- return(given) -}}
{%- endmacro -%}


{%- macro _check_selected_rows(where, said) -%}
    {%- if said is not mapping -%}
        {{- changefeed._wrong_selection(where, 'is no mapping of tables, such as {orders: {region: [EU]}}') -}}
    {%- endif -%}
    {%- for table, columns in said.items() -%}
        {%- if columns is not mapping or not columns -%}
            {{- changefeed._wrong_selection(where ~ ': ' ~ table, 'names no column, as {region: [EU]} does') -}}
        {%- endif -%}
        {%- for column, texts in columns.items() if not changefeed._is_list_of_texts(texts, or_null=true) -%}
            {{- changefeed._wrong_selection(where ~ ': ' ~ table ~ ': ' ~ column, 'is no list of texts, such as ["EU", "1"]. Numbers stand in quotes, as the messages have them; null is a row without a value') -}}
        {%- endfor -%}
    {%- endfor -%}
{%- endmacro -%}


{%- macro _is_list_of_texts(said, or_null=false) -%}
    {%- if said is string or said is mapping or said is not iterable or not said -%}{{- return(false) -}}{%- endif -%}
    {%- for each in said if each is not string and not (or_null and each is none) -%}{{- return(false) -}}{%- endfor -%}
    {{- return(true) -}}
{%- endmacro -%}


{%- macro _wrong_selection(where, problem) -%}
    {{- exceptions.raise_compiler_error('dbt_project.yml, vars, changefeed_selection' ~ (': ' ~ where if where) ~ ' ' ~ problem) -}}
{%- endmacro -%}
