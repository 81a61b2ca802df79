{#-
The bytes that avro_records() puts after the bytes of a record: the number 1, and the digest of the record's bytes.
-#}
{%- macro avro_end(payload) -%}
concat(x'02', unhex(sha2({{ payload }}, 256)))
{%- endmacro -%}
