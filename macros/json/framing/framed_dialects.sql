{#-
The dialects whose messages, as JSON, can come after a schema registry's frame: the dialects with the option framing,
without DTS's, OMS's and DRS's Avro, which has envelopes of its own.
-#}
{%- macro framed_dialects(dialects) -%}
    {%- set found = [] -%}
    {%- for dialect in dialects if dialect.envelope.format != 'avro' and 'framing' in dialect.get('options', {}) -%}
        {%- do found.append(dialect) -%}
    {%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}
