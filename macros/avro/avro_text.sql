{#-
A value of any Avro schema as text. `sql` is the result of from_avro(), `schema` the schema in canonical form, `named`
the named types. The text of a record is that of its member `value`. Bytes are text in the character set of the record's
member `charset`, or else base64. Lists and maps are JSON.
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
