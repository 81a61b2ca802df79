{#-
Whether a key has a column with a mask that can make two keys one. Only a hash keeps every key apart.
-#}
{%- macro has_masked_key(masks) -%}
{%- set cases = [] -%}
{%- for mask in masks if mask.action != 'hash' -%}
    {%- do cases.append(changefeed.fits_mask(mask) ~ ' and exists(key_columns, name -> ' ~ changefeed.is_of_mask(mask) ~ ')') -%}
{%- endfor -%}
({{ cases | join(' or ') if cases else 'false' }})
{%- endmacro -%}
