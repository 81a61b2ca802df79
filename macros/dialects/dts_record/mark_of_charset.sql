{%- macro mark_of_charset() -%}
cast(x'ff636861727365743a20' as string)
{%- endmacro -%}
