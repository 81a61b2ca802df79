{#- Reads a text as labels, JSON or the text itself. -#}
{%- macro read_text(reader, text, type, labels=[]) -%}
    {%- set value = changefeed._plain_text(reader, text, labels) | trim -%}
    {%- if reader in ('quoted_label', 'json_or_bare_text', 'json_null_in_capitals', 'bson_string', 'utf8_of_latin1') or type != 'string' and value == text -%}
        {#- What is written behind U+FDD0 is no value (typed_values()). -#}
        {%- set value = 'if(startswith(' ~ text ~ ", '\\uFDD0'), null, " ~ value ~ ')' -%}
    {%- endif -%}
    {%- if type == 'variant' -%}
        {{- changefeed._exact_variant(value) -}}
    {%- elif type.startswith('array') -%}
        if({{ value }} = '', cast(array() as array<string>), split({{ value }}, ','))
    {%- else -%}
        {{- value -}}
    {%- endif -%}
{%- endmacro -%}


{%- macro _plain_text(reader, text, labels) -%}
    {%- if reader in ('mysql_enum', 'mysql_set') -%}
        {{- function(reader ~ ('_label' if reader == 'mysql_enum' else '_labels')) }}({{ text }}, {{ changefeed.array_of_labels(labels) }})
    {%- elif reader == 'mysql_enum_text' -%}
        {#- A label of an ENUM. A label that is also the ordinal of another label could be either, and is NULL. -#}
        if({{ text }} = '' or (array_contains({{ changefeed.array_of_labels(labels) }}, {{ text }}) and coalesce({{ function('mysql_enum_label') }}({{ text }}, {{ changefeed.array_of_labels(labels) }}) = {{ text }}, true)), {{ text }}, null)
    {%- elif reader == 'mysql_set_text' -%}
        if({{ text }} = '' or (forall(split({{ text }}, ','), label -> array_contains({{ changefeed.array_of_labels(labels) }}, label)) and coalesce({{ function('mysql_set_labels') }}({{ text }}, {{ changefeed.array_of_labels(labels) }}) = {{ text }}, true)), {{ text }}, null)
    {%- elif reader == 'quoted_label' -%}
        replace({{ text }}, "''", "'")
    {%- elif reader == 'label_list' -%}
        replace(array_join(from_json({{ text }}, 'array<string>', {{ changefeed.json_options() }}), ','), "''", "'")
    {%- elif reader == 'bson_object_id' -%}
        if({{ text }} rlike r'^[0-9a-f]{24}\z', {{ text }}, null)
    {%- elif reader == 'bson_string' -%}
        if(startswith({{ text }}, '"'), from_json(concat('[', {{ text }}, ']'), 'array<string>', {{ changefeed.json_options() }})[0], {{ text }})
    {%- elif reader == 'bson_uuid' -%}
        nullif(regexp_extract({{ text }}, r'^[{]"[$]uuid":"([^"]*)"[}]$', 1), '')
    {%- elif reader == 'json_or_bare_text' -%}
        if({{ changefeed.is_one_json_value(text) | indent(8) }}, {{ text }}, {{ changefeed.json_text(text) | indent(8) }})
    {%- elif reader == 'json_null_in_capitals' -%}
        if(contains({{ text }}, 'NULL'), regexp_replace({{ text }}, r'\G((?:[^"N]++|"[^"\\]*+(?:\\.[^"\\]*+)*+"|N(?!ULL))*+)NULL', '$1null'), {{ text }})
    {%- elif reader == 'base64_text' -%}
        {{- changefeed.read_bytes('base64_bytes', text, 'string') -}}
    {%- elif reader == 'utf8_of_latin1' -%}
        {{- function('utf8_of_latin1') }}({{ text }})
    {%- else -%}
        {{- text -}}
    {%- endif -%}
{%- endmacro -%}


{#-
JSON as a variant. A variant keeps numbers of up to 38 digits and rounds others: a text with such a number outside of
its strings is NULL.
-#}
{%- macro _exact_variant(text) -%}
if(
    regexp_replace({{ text }}, r'"(?:[^"\\]++|\\[\s\S])*+(?:"|\\?+\z)', '') rlike '[0-9][eE]|[0-9.]{39,}',
    null,
    try_parse_json({{ text }})
)
{%- endmacro -%}
