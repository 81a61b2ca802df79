{#- How the Open Protocol writes MySQL's types (docs page, "Types"). -#}
{%- macro ticdc_open_types() -%}
{%- set in_base64 = {} -%}
{%- for size in ['tiny', '', 'medium', 'long'] -%}
    {%- do in_base64.update({size ~ 'text': 'base64_text', size ~ 'blob': 'base64_bytes'}) -%}
{%- endfor -%}
    {{- return({
        'tidb': {
            'family': 'mysql',
            'readers': {'bits': 'number', 'year': 'number', 'enum': 'mysql_enum', 'set': 'mysql_set', 'binary': 'go_quoted_bytes'},
            'types': dict(in_base64, inet4=none, inet6=none, uuid=none, geometry=none),
        },
        '': {'like': 'tidb'},
    }) -}}
{%- endmacro -%}
