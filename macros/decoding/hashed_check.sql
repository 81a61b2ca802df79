{#- SQL of the hash of a constant text: it is another where the key of mask_key() is another. -#}
{%- macro hashed_check() -%}
{{ changefeed.masked_text('', {'action': 'hash'}, "'changefeed'") }}
{%- endmacro -%}
