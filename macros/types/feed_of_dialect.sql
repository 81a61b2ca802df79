{#-
A feed in the form that readers of values take, while the project compiles. Its options are a dict of all options of the
dialect, with their defaults.
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
