{#-
The bytes of an Avro record, without what the feed's framing puts before them; NULL for other dialects, and where that
is not there. Which framing it is cannot be seen: a record of DTS begins with the byte 0, as Confluent's framing does.
-#}
{%- macro avro_payload(dialects) -%}
{%- set records = dialects | selectattr('envelope.format', 'equalto', 'avro') | list -%}
if(
    dialect in ('{{ records | map(attribute='name') | join("', '") }}'),
    case {{ changefeed.avro_framing(records) }}
        when 'none' then value
        {#- a magic byte, and the number of the schema in four bytes #}
        when 'confluent' then if(startswith(value, x'00') and length(value) >= 5, substring(value, 6), null)
        {#- a magic number of two bytes, and the schema's fingerprint in eight #}
        when 'single_object' then if(startswith(value, x'c301') and length(value) >= 10, substring(value, 11), null)
    end,
    null
)
{%- endmacro -%}
