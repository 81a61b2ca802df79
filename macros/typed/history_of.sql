{#- The name of the typed model of which a model is the history; '' where it is none. -#}
{%- macro history_of(node) -%}
    {%- set code = modules.re.sub('(?s)[{]#.*?#[}]', '', node.raw_code or '') -%}
    {%- set called = modules.re.search('\\btyped_history\\(\\s*(?:of\\s*=\\s*)?[\'"]([^\'"]+)[\'"]\\s*\\)', code) -%}
    {{- return(called.group(1) if called else '') -}}
{%- endmacro -%}
