{#-
A feed as the readers of values take it, while the project compiles: its options are a dict of all that the dialect has,
with their defaults.
-#}
{%- macro feed_of_dialect(dialect, source_kind='', time_zone='UTC', options='') -%}
    {%- set found = {} -%}
    {%- for name, option in dialect.get('options', {}).items() -%}
        {%- do found.update({name: option.default}) -%}
    {%- endfor -%}
    {%- for given in (options or '').split() -%}
        {%- do found.update({given.split('=')[0]: given.split('=')[1:] | join('=')}) -%}
    {%- endfor -%}
    {{- return({'dialect': dialect, 'source_kind': source_kind or '', 'time_zone': time_zone or 'UTC', 'options': found}) -}}
{%- endmacro -%}
