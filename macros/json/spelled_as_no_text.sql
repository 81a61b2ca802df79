{%- macro spelled_as_no_text() -%}
^(?:-?[0-9]+(?:[.][0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|"-?Infinity"|[\[{].*)$
{%- endmacro -%}
