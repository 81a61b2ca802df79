{#-
An Avro record after a frame as JSON. `framed` is a struct of the schema's number (id), the record's bytes (payload),
and their avro_end() (end). The result is a struct:

- text: the JSON, with numbers as numbers and bytes as base64; NULL where the bytes are not one whole record of their
  schema;
- name: the name of the schema; types: the types of its columns;
- fault: a reason. Where there is a fault, text must not be read.

to_json() writes U+FFFD for bytes that are not UTF-8. So the texts of a record with that character are checked.
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
