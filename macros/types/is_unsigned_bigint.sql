{#- Whether a source type is MySQL's bigint unsigned, whose greater half no signed 64-bit integer holds. -#}
{%- macro is_unsigned_bigint(source_type) -%}
    {%- set words = modules.re.sub('[(].*?[)]', ' ', source_type | lower).split() -%}
    {{- return(words | length > 0 and words[0] == 'bigint' and 'unsigned' in words[1:]) -}}
{%- endmacro -%}
