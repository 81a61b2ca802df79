{#-
Whether a JSON value that is there is no text. An object that names a member twice, wherever it stands, is no variant:
NULL here.
-#}
{%- macro is_not_string(variant) -%}
coalesce({{ changefeed.json_kind(variant) }} not in ('STRING', 'VOID'), true)
{%- endmacro -%}
