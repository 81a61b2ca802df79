{#-
A value of any Avro schema as text: what from_avro() made of it (`sql`), by the schema (in its canonical form) with the named types that occur before it. A record is its
member `value`, bytes are text of the record's member `charset` if it has one, or else base64; lists and maps are JSON.
-#}
{%- macro avro_text(schema, sql, named, charset=none) -%}
{%- set schema = changefeed.avro_type(schema, named) -%}
{%- set kind = schema if schema is string else ('union' if schema is not mapping else schema.type) -%}
{%- if kind == 'null' -%}
cast(null as string)
{%- elif kind in ('string', 'enum') -%}
{{ sql }}
{%- elif kind in ('bytes', 'fixed') -%}
{{ changefeed.text_of_bytes(sql, charset) if charset else 'base64(' ~ sql ~ ')' }}
{%- elif kind == 'record' -%}
{%- set members = changefeed.avro_members(schema) -%}
{{ changefeed.avro_text(members.value, sql ~ '.value', named, sql ~ '.charset' if 'charset' in members else none) if 'value' in members else 'to_json(' ~ sql ~ ')' }}
{%- elif kind == 'union' -%}
{%- set branches = changefeed.avro_branches(schema) -%}
{%- if branches | length == 0 -%}
cast(null as string)
{%- elif branches | length == 1 -%}
{{ changefeed.avro_text(branches[0], sql, named, charset) }}
{%- elif changefeed.avro_is_one_number(branches) -%}
cast({{ sql }} as string)
{%- else -%}
coalesce({% for branch in branches %}{{ changefeed.avro_text(branch, sql ~ '.member' ~ loop.index0, named, charset) }}{{ ', ' if not loop.last }}{% endfor %})
{%- endif -%}
{%- elif kind in ('array', 'map') -%}
to_json({{ sql }})
{%- else -%}
cast({{ sql }} as string)
{%- endif -%}
{%- endmacro -%}


{#- The members of a record: name → schema. -#}
{%- macro avro_members(schema) -%}
    {%- set found = {} -%}
    {%- for field in schema.fields -%}
        {%- do found.update({field.name: field.type}) -%}
    {%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}


{#- The branches of a union but null, in their order: member0, member1, … in Spark, unless there is but one. -#}
{%- macro avro_branches(schema) -%}
    {{- return(schema | reject('equalto', 'null') | list) -}}
{%- endmacro -%}


{#- Whether Spark reads a union as one number: of int and long, or of float and double. -#}
{%- macro avro_is_one_number(branches) -%}
    {{- return(branches | select('string') | sort | join(' ') in ('int long', 'double float') and branches | length == 2) -}}
{%- endmacro -%}


{#- A schema that is a name, as what it names. -#}
{%- macro avro_type(schema, named) -%}
    {{- return(named.get(schema, schema) if schema is string else schema) -}}
{%- endmacro -%}


{#- The named types of a schema in its canonical form: full name → schema. -#}
{%- macro avro_named_types(schema) -%}
    {%- set found = {} -%}
    {%- if schema is mapping -%}
        {%- if schema.name is defined -%}
            {%- do found.update({schema.name: schema}) -%}
        {%- endif -%}
        {%- for field in schema.get('fields', []) -%}
            {%- do found.update(changefeed.avro_named_types(field.type)) -%}
        {%- endfor -%}
        {%- do found.update(changefeed.avro_named_types(schema['items'])) if schema.type == 'array' -%}
        {%- do found.update(changefeed.avro_named_types(schema['values'])) if schema.type == 'map' -%}
    {%- elif schema is not string -%}
        {%- for branch in schema -%}
            {%- do found.update(changefeed.avro_named_types(branch)) -%}
        {%- endfor -%}
    {%- endif -%}
    {{- return(found) -}}
{%- endmacro -%}
