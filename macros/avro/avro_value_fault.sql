{#-
The fault that the value of an Avro dialect can have before it is decoded: it is empty, and its dialect does not ignore
empty values.
-#}
{%- macro avro_value_fault(dialects) -%}
{%- set ignored = [] -%}
{%- for dialect in dialects if dialect.envelope.format == 'avro' and dialect.envelope.ignores is defined -%}
    {%- do ignored.append("dialect = '" ~ dialect.name ~ "' and " ~ dialect.envelope.ignores) -%}
{%- endfor -%}
if(length(value) = 0{{ ' and not (' ~ ignored | join(' or ') ~ ')' if ignored }}, 'empty_value', null)
{%- endmacro -%}
