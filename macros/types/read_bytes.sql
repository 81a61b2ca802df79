{#-
Reads a text as bytes, or as the text that these bytes are in UTF-8. Services leave out the zero bytes at the end of a
BINARY(n) (length): they are put back. More than n bytes are NULL.
-#}
{%- macro read_bytes(reader, text, type, length=none) -%}
    {%- set bytes -%}
    {%- if reader == 'base64_bytes' -%}
        {#- Spark itself would pass over blanks in base64. -#}
        if({{ text }} rlike r'^[A-Za-z0-9+/]*+=*\z', try_to_binary({{ text }}, 'base64'), null)
    {%- elif reader == 'hex_bytes' -%}
        if({{ text }} rlike r'^(?:[0-9a-fA-F]{2})*+\z', unhex({{ text }}), null)
    {%- elif reader == 'prefixed_hex' -%}
        if({{ text }} rlike r'^0x(?:[0-9a-fA-F]{2})*+\z', unhex(substr({{ text }}, 3)), null)
    {%- elif reader == 'any_hex' -%}
        if({{ text }} rlike r'^(?:0x)?+(?:[0-9a-fA-F]{2})*+\z', unhex(regexp_replace({{ text }}, '^0x', '')), null)
    {%- elif reader == 'postgresql_hex' -%}
        if({{ text }} rlike r'^(?:\\x)?+(?:[0-9a-fA-F]{2})*+\z', unhex(ltrim(r'\x', {{ text }})), null)
    {%- elif reader == 'bson_binary' -%}
        {{- changefeed.read_bytes('base64_bytes', "nullif(regexp_extract(" ~ text ~ ", r'^[{]\"[$]binary\":[{]\"base64\":\"([^\"]*)\",', 1), '')", 'binary') -}}
    {%- else -%}
        {{- function(reader) }}({{ text }})
    {%- endif -%}
    {%- endset -%}
    {%- set bytes = bytes | trim -%}
    {%- if type == 'string' -%}
        try_validate_utf8(cast({{ bytes }} as string))
    {%- elif length is not none -%}
        if(length({{ bytes }}) <= {{ length | int }}, rpad({{ bytes }}, {{ length | int }}, x'00'), null)
    {%- else -%}
        {{- bytes -}}
    {%- endif -%}
{%- endmacro -%}
