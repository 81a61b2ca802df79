{#- Whether one of some texts names a source type, whatever its capitals and blanks. -#}
{%- macro names_type(source_type, texts) -%}
    {%- set names = [] -%}
    {%- for text in texts -%}{%- do names.append(text | lower | replace(' ', '')) -%}{%- endfor -%}
    {{- return(source_type | lower | replace(' ', '') in names) -}}
{%- endmacro -%}
