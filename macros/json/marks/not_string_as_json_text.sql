{#- A value of marked_members() that is no text, as the JSON text that was sent. -#}
{%- macro not_string_as_json_text(value) -%}
{%- set without -%}
regexp_replace(replace({{ value }}, '"\uFDD01\uFDD02', '"'), r'"\uFDD01([^"\uFDD0]*)\uFDD02"', '$1')
{%- endset -%}
case
    when {{ value }} is null then 'null'
    when startswith({{ value }}, '\uFDD01') then substr({{ value }}, 3, length({{ value }}) - 4)
    when contains({{ value }}, '\uFDD0')
        then {{ changefeed.unmarked_text(without) }}
    else {{ value }}
end
{%- endmacro -%}
