{#- A text of such a JSON text, without marks of ours, as it was sent. -#}
{%- macro unmarked_text(text) -%}
replace({{ text }}, '\uFDD00', '\uFDD0')
{%- endmacro -%}
