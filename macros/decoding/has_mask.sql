{#- Whether any mask is of the feed of a message. -#}
{%- macro has_mask(masks) -%}
{%- set fits = [] -%}
{%- for feed in masks | map(attribute='feed') | unique -%}
    {%- do fits.append(changefeed.like_pattern('feed', feed)) -%}
{%- endfor -%}
({{ fits | join(' or ') if fits else 'false' }})
{%- endmacro -%}
