{#- Whether the table of a message fits one of some patterns. -#}
{%- macro fits_table(patterns) -%}
{%- set name = changefeed.name_behind_copy() -%}
{%- set fits = [] -%}
{%- for pattern in patterns -%}
    {%- do fits.append(changefeed.like_pattern('source_table', pattern)) -%}
    {%- do fits.append(changefeed.like_pattern(name if '.' not in pattern
        else "concat_ws('.', nullif(source_database, ''), nullif(source_schema, ''), " ~ name ~ ')', pattern)) -%}
{%- endfor -%}
({{ fits | join(' or ') }})
{%- endmacro -%}
