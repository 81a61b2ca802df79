{#-
The bytes of an Avro record after the bytes of the feed's framing. NULL for other dialects, and where the value does not
begin with that framing. The bytes do not show which framing it is: a record of DTS begins with the byte 0, like
Confluent's framing.
-#}
{%- macro avro_payload(dialects) -%}
{%- set records = dialects | selectattr('envelope.format', 'equalto', 'avro') | list -%}
if(
    dialect in ('{{ records | map(attribute='name') | join("', '") }}'),
    case {{ changefeed.avro_framing(records) }}
        when 'none' then value
        {#- A magic byte, and the number of the schema in four bytes. #}
        when 'confluent' then if(startswith(value, x'00') and length(value) >= 5, substring(value, 6), null)
        {#- A magic number of two bytes, and the fingerprint of the schema in eight bytes. #}
        when 'single_object' then if(startswith(value, x'c301') and length(value) >= 10, substring(value, 11), null)
    end,
    null
)
{%- endmacro -%}
