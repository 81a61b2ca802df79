{#- A feed's options by name, from the text in which its line gives them: `name=value name=value`. -#}
{%- macro feed_options(options) -%}
str_to_map(nullif(trim({{ options }}), ''), ' +', '=')
{%- endmacro -%}


{#- The same while the project compiles: a dict of all options of the dialect, with its defaults. -#}
{%- macro feed_options_of(dialect, options) -%}
    {%- set found = {} -%}
    {%- for name, option in dialect.get('options', {}).items() -%}
        {%- do found.update({name: option.default}) -%}
    {%- endfor -%}
    {%- for given in (options or '').split() -%}
        {%- do found.update({given.split('=')[0]: given.split('=')[1:] | join('=')}) -%}
    {%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}
