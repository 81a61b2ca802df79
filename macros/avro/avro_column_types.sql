{#-
The types of the columns in a row of a Connect schema that came as Avro, as JSON: name → semantic name, with scale or
length, or else plain type. debezium_types() gives the same for a schema that travels in JSON. The row is the record's
own fields; in an envelope, the fields of after or before.
-#}
{%- macro avro_column_types(schema) -%}
    {%- set named = changefeed.avro_named_types(schema) -%}
    {%- set members = changefeed.avro_members(schema) if schema is mapping and schema.type == 'record' else {} -%}
    {%- set row = changefeed.avro_value_type(members.after or members.before, named) if 'op' in members and 'source' in members else schema -%}
    {%- set types = {} -%}
    {%- for name, type in (changefeed.avro_members(row).items() if row is mapping and row.type == 'record' else []) -%}
        {%- do types.update({name: changefeed._connect_type(changefeed.avro_value_type(type, named), named)}) -%}
    {%- endfor -%}
    {{- return(tojson(types)) -}}
{%- endmacro -%}


{#-
A Connect type in words. Connect writes a type that is not plain as an object with parameters; the scale is that of
Avro's decimals.
-#}
{%- macro _connect_type(type, named, is_element=false) -%}
    {%- if type is mapping and type.get('connect.parameters', {}).tidb_type -%}
        {{- return(changefeed._tidb_type(type)) -}}
    {%- endif -%}
    {%- set parameters = type.get('connect.parameters', {}) if type is mapping else {} -%}
    {%- set of_type = parameters.scale or parameters.length -%}
    {%- set plain = {'int': 'int32', 'long': 'int64', 'fixed': 'bytes', 'enum': 'string', 'record': 'struct'} -%}
    {%- set kind = type if type is string else type.type -%}
    {%- set name = type.get('connect.name') if type is mapping -%}
    {%- set sent = type.get('connect.type') if type is mapping -%}
    {%- set words = name or sent or plain.get(kind, kind) -%}
    {%- if words == 'array' and not is_element -%}
        {%- set words = 'array<' ~ changefeed._connect_type(changefeed.avro_value_type(type['items'], named), named, true) ~ '>' -%}
    {%- endif -%}
    {{- return(words ~ ('(' ~ of_type ~ ')' if of_type is not none and of_type is defined and of_type != '' else '')) -}}
{%- endmacro -%}


{#-
TiDB's type, which TiCDC names. For a decimal that came as text TiCDC names no digits. A decimal of over 38 digits came
as bytes that cannot be read.
-#}
{%- macro _tidb_type(type) -%}
    {%- set said = type['connect.parameters'] -%}
    {%- set name = said.tidb_type | lower -%}
    {%- if name == 'decimal' -%}
        {{- return('decimal(' ~ said.precision ~ ',' ~ said.scale ~ ')' if type.logicalType else 'decimal(65,30)' if type.type == 'string' else 'bytes') -}}
    {%- endif -%}
    {{- return(name ~ ('(' ~ said.length ~ ')' if said.length else '')) -}}
{%- endmacro -%}
