{#-
Whether a JSON value is anything but a text or null. The value must be there. An object in which any object names a
member twice is no variant: it is NULL here, for which this is true.
-#}
{%- macro is_not_string(variant) -%}
coalesce({{ changefeed.json_kind(variant) }} not in ('STRING', 'VOID'), true)
{%- endmacro -%}
