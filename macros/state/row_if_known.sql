{#- The image of a new row or version; NULL where it lies over that of another key, until it is folded again. -#}
{%- macro row_if_known() -%}
if(new.needs_base, null, new.row)
{%- endmacro -%}
