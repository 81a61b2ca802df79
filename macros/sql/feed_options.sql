{#- A feed's options by name, from the text in which its line gives them: `name=value name=value`. -#}
{%- macro feed_options(options) -%}
str_to_map(nullif(trim({{ options }}), ''), ' +', '=')
{%- endmacro -%}


{#- A feed as the readers of values take it, while the project compiles: its options are a dict of all that the dialect has, with their defaults. -#}
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


{#- What a text of options gives for each of the options that another text gives: an array, in the order of their names. -#}
{%- macro options_with_defaults(options, defaults) -%}
transform(
    array_sort(coalesce(map_keys({{ changefeed.feed_options(defaults) }}), array())),
    name -> coalesce({{ changefeed.feed_options(options) }}[name], {{ changefeed.feed_options(defaults) }}[name])
)
{%- endmacro -%}
