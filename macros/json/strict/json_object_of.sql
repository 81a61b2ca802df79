{#- The JSON text of a member as a map; NULL where it is no object. -#}
{%- macro json_object_of(text) -%}
from_json({{ text }}, 'map<string,string>', {{ changefeed.json_options() }})
{%- endmacro -%}
