{#- The names of those dialects whose updates can come as pairs. -#}
{%- macro sending_pairs(dialects) -%}
    {{- return(dialects | selectattr('changes.pair_side', 'defined') | map(attribute='name') | list) -}}
{%- endmacro -%}
