{#-
What is tried on messages of Avro dialects: envelope name →

- name; readers (the dialects); type (the Spark type of an envelope without versions);
- versions: the schemas in which the records can be written. Each has name, schema (JSON text), may_append (the type,
  int or long, of a number that a newer writer puts after the record), when (SQL: whether the message has this schema),
  shape (a macro of schema and SQL that gives the envelope) and fingerprint.
-#}
{%- macro avro_tries(dialects) -%}
    {%- set found = {} -%}
    {%- for dialect in dialects if dialect.envelope.format == 'avro' -%}
        {%- set envelope = dialect.envelope -%}
        {%- if envelope.name not in found -%}
            {%- do found.update({envelope.name: {
                'name': envelope.name,
                'type': envelope.get('type'),
                'versions': envelope.versions() if envelope.versions is callable else envelope.versions,
                'readers': [],
            }}) -%}
        {%- endif -%}
        {%- do found[envelope.name].readers.append(dialect.name) -%}
    {%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}
