{#-
The bytes of an Avro record, without what the feed's framing puts before them; NULL for other dialects, and where that is not there. Which
framing it is cannot be seen: a record of DTS begins with the byte 0, as Confluent's framing does.
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


{#- The framing of a message's feed, or its dialect's default. -#}
{%- macro avro_framing(dialects) -%}
coalesce(options['framing'], case dialect {%- for dialect in dialects %} when '{{ dialect.name }}' then '{{ dialect.options.framing.default }}' {%- endfor %} end)
{%- endmacro -%}


{#- What can be wrong with the value of an Avro dialect before it is decoded: it is empty, where its dialect does not ignore that. -#}
{%- macro avro_value_fault(dialects) -%}
{%- set ignored = [] -%}
{%- for dialect in dialects if dialect.envelope.format == 'avro' and dialect.envelope.ignores is defined -%}
    {%- do ignored.append("dialect = '" ~ dialect.name ~ "' and " ~ dialect.envelope.ignores) -%}
{%- endfor -%}
if(length(value) = 0{{ ' and not (' ~ ignored | join(' or ') ~ ')' if ignored }}, 'empty_value', null)
{%- endmacro -%}


{#- An expression for messages that are text, another for Avro records; just one where the dialects are all of a kind. -#}
{%- macro if_text(text, record, dialects) -%}
{%- set records = dialects | selectattr('envelope.format', 'equalto', 'avro') | map(attribute='name') | list -%}
{%- if not records -%}
{{ text }}
{%- elif records | length == dialects | length -%}
{{ record }}
{%- else -%}
if(dialect in ('{{ records | join("', '") }}'), {{ record }}, {{ text }})
{%- endif -%}
{%- endmacro -%}
