{#-
Whether an image of the log still has a value that a mask of today changes. What a mask makes of a text that it has made
is the same text; of a hash, the form tells.
-#}
{%- macro is_unmasked(image, masks) -%}
{%- set cases = [] -%}
{%- for mask in masks -%}
    {%- set is_masked = {'drop': 'false', 'hash': 'text is null or ' ~ changefeed.is_hash('text')}.get(mask.action, 'text <=> ' ~ changefeed.masked_text('text', mask)) -%}
    {%- do cases.append('when ' ~ changefeed.fits_mask(mask) ~ ' and ' ~ changefeed.is_of_mask(mask) ~ ' then not (' ~ is_masked ~ ')') -%}
{%- endfor -%}
coalesce(size(map_filter({{ image }}, (name, text) -> case {{ cases | join(' ') }} else false end)) > 0, false)
{%- endmacro -%}
