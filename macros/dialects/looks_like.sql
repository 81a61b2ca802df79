{#- Whether the names of a message's JSON object (`names`) are those of a dialect: a boolean SQL expression. -#}
{%- macro looks_like(dialect, known) -%}
    {%- set owners = changefeed.foreign_members(dialect, known) -%}
    {%- set signs = [] -%}
    {%- for names in changefeed.signs_of_dialect(dialect) -%}
        {%- do signs.append('arrays_overlap(names, ' ~ changefeed.names_as_array(names) ~ ')') -%}
    {%- endfor -%}
    {%- if owners -%}
        {%- do signs.append('not arrays_overlap(names, ' ~ changefeed.names_as_array(owners) ~ ')') -%}
    {%- endif -%}
    {{- return(signs | join(' and ') or 'names is not null') -}}
{%- endmacro -%}
