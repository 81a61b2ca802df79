{%- macro spelled_as_not_string() -%}
^(?:-?[0-9]+(?:[.][0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|"-?Infinity"|[\[{].*)$
{%- endmacro -%}
