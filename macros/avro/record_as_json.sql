{#-
An Avro record behind a frame as JSON: `framed` is a struct of the schema's number (id), the record's bytes (payload),
and what avro_end() makes of them (end). The result is a struct: text is the JSON (numbers as numbers, bytes as base64;
NULL where the bytes are no whole record of their schema), name what the schema is called, types the types of its
columns, fault a reason; with one, text is not to be read. to_json() writes U+FFFD for bytes that are no UTF-8: the
texts of a record that has that character are looked at.
-#}
{%- macro record_as_json(framed, schemas) -%}
{%- if not schemas -%}
if({{ framed }} is null, null, {{ changefeed._unknown_record() }})
{%- else -%}
case {{ framed }}.id
    {%- for schema in schemas %}
    when '{{ schema.id }}' then {{ changefeed.bound(
        changefeed.from_avro_with_end(framed ~ '.payload', framed ~ '.end', schema), 'read',
        changefeed.bound(
            'if(' ~ changefeed.is_whole_record('read', framed ~ '.end', schema) ~ ", to_json(read.message, map('ignoreNullFields', 'false')), null)", 'text',
            changefeed._judged_json(schema)
        )
    ) }}
    {%- endfor %}
    when {{ framed }}.id then {{ changefeed._unknown_record() }}
end
{%- endif -%}
{%- endmacro -%}


{%- macro _judged_json(schema) -%}
{%- set parsed = fromjson(schema.schema) -%}
{%- set texts = changefeed.avro_texts(parsed, 'read.message', changefeed.avro_named_types(parsed)) -%}
named_struct(
    'text', text,
    'name', {{ changefeed.sql_string(schema.name or '') }},
    'types', from_json({{ changefeed.sql_string(schema.types) if schema.types != '{}' else 'null' }}, 'map<string,string>'),
    'fault', case
        when text is null then 'invalid_avro'
        {%- if texts %}
        when contains(text, '\uFFFD') and not is_valid_utf8(concat_ws(' ', {{ texts | join(', ') }})) then 'not_utf8'
        {%- endif %}
    end
)
{%- endmacro -%}


{%- macro _unknown_record() -%}
named_struct('text', cast(null as string), 'name', cast(null as string), 'types', cast(null as map<string,string>), 'fault', 'schema_unknown')
{%- endmacro -%}
