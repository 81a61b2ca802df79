{#- The names of the dialects that may send an update as two messages. -#}
{%- macro sending_pairs(dialects) -%}
    {{- return(dialects | selectattr('changes.pair_side', 'defined') | map(attribute='name') | list) -}}
{%- endmacro -%}
