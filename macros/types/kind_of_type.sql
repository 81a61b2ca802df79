{#- The kind of a type's values. FLOAT(p) has 32 or 64 bits, by its p. -#}
{%- macro kind_of_type(row, parts) -%}
    {%- set digits = parts.arguments[0] | int(0) if parts.arguments | length == 1 else 0 -%}
    {%- if row.wide_from and digits >= row.wide_from -%}{{ return('float64') }}{%- endif -%}
    {%- if row.narrow_to and 0 < digits <= row.narrow_to and parts.name.startswith('float') -%}{{ return('float32') }}{%- endif -%}
    {{- return(row.kind) -}}
{%- endmacro -%}
