{#- A text of marked JSON without the doubled marks, as it was sent. -#}
{%- macro unmarked_text(text) -%}
replace({{ text }}, '\uFDD00', '\uFDD0')
{%- endmacro -%}
