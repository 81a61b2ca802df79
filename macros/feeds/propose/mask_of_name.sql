{#- The action of a mask for a column that is called like personal data; '' for one that is not. -#}
{%- macro mask_of_name(name) -%}
    {%- set plain = modules.re.sub('[-_ ]', '', name | lower) -%}
    {%- for action, patterns in changefeed.personal_names() -%}
        {%- for pattern in patterns if modules.re.fullmatch(pattern, plain) -%}{{- return(action) -}}{%- endfor -%}
    {%- endfor -%}
    {{- return('') -}}
{%- endmacro -%}
