{%- macro is_marked_text(value) -%}
startswith({{ value }}, '\uFDD01\uFDD02')
{%- endmacro -%}
