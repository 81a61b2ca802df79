{#-
Whether bytes look like a record of an Avro dialect: they are one whole record in any of its framings. Where only the
feed can name the schema, they begin like a single object. `value` is the column with the bytes.
-#}
{%- macro looks_like_record(dialect) -%}
{%- if dialect.options.schema is defined -%}
coalesce(startswith(value, x'c301'), false)
{%- else -%}
{%- set version = dialect.envelope.versions[0] -%}
coalesce(exists(
    array(value, if(startswith(value, x'00'), substring(value, 6), null)),
    payload -> exists(
        array({{ changefeed.from_avro_with_end('payload', changefeed.avro_end('payload'), version) }}),
        read -> {{ changefeed.is_whole_record('read', changefeed.avro_end('payload'), version) }}
            {%- for sign in dialect.signature.says or [] %} and read.message.{{ sign }}{% endfor %}
    )
), false)
{%- endif -%}
{%- endmacro -%}
