{#- The schemas of DRS records in the folder schemas/: those that have the fields that are read. A message is of the one that its feed names. -#}
{%- macro drs_avro_versions() -%}
    {%- set found = [] -%}
    {%- for name, landed in changefeed.landed_schemas().items() if not landed.fault and not changefeed.drs_avro_schema_fault(landed.schema) -%}
        {%- do found.append({
            'name': name,
            'schema': landed.text,
            'fingerprint': landed.fingerprint,
            'when': "options['schema'] = " ~ changefeed.sql_string(name),
            'shape': changefeed.drs_avro_shape,
        }) -%}
    {%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}


{#- Why a schema is not one of DRS's records; none where it is. -#}
{%- macro drs_avro_schema_fault(schema) -%}
    {%- set kinds = changefeed._drs_avro_kinds(schema) if schema is mapping and schema.type == 'record' else {} -%}
    {%- set lacking = [] -%}
    {%- for name in ['operation', 'tableName', 'fields', 'beforeImages', 'afterImages'] if name not in kinds -%}
        {%- do lacking.append(name) -%}
    {%- endfor -%}
    {%- if lacking -%}
        {{- return('a record of DRS has the fields operation, tableName, fields, beforeImages and afterImages; it lacks ' ~ lacking | join(', ')) -}}
    {%- endif -%}
    {%- for name in ['fields', 'beforeImages', 'afterImages'] if kinds[name] != 'array' -%}
        {{- return('its field ' ~ name ~ ' is no list (or null)') -}}
    {%- endfor -%}
{%- endmacro -%}


{#- Field → the kind of its values, null aside: array, string, … or union where there are several. -#}
{%- macro _drs_avro_kinds(schema) -%}
    {%- set found = {} -%}
    {%- for name, type in changefeed.avro_members(schema).items() -%}
        {%- set branches = [type] if type is string or type is mapping else changefeed.avro_branches(type) -%}
        {%- set only = changefeed.avro_type(branches[0], changefeed.avro_named_types(schema)) if branches | length == 1 else {'type': 'union'} -%}
        {%- do found.update({name: only if only is string else only.type}) -%}
    {%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}


{#- A record of any such schema as the dialect's envelope. -#}
{%- macro drs_avro_shape(text, sql) -%}
{%- set schema = fromjson(text) -%}
{%- set named = changefeed.avro_named_types(schema) -%}
{%- set members = changefeed.avro_members(schema) -%}
if(
    {{ sql }} is null,
    null,
    named_struct(
        'operation', {{ changefeed.avro_text(members.operation, sql ~ '.operation', named) }},
        'table_name', {{ changefeed.avro_text(members.tableName, sql ~ '.tableName', named) }},
        'updated_at', {{ 'try_cast(' ~ changefeed.avro_text(members.updateTimestamp, sql ~ '.updateTimestamp', named) ~ ' as bigint)' if 'updateTimestamp' in members else 'cast(null as bigint)' }},
        'columns', {{ changefeed._drs_avro_list(members.fields, sql ~ '.fields', named, 'name') }},
        'before', {{ changefeed._drs_avro_list(members.beforeImages, sql ~ '.beforeImages', named) }},
        'after', {{ changefeed._drs_avro_list(members.afterImages, sql ~ '.afterImages', named) }}
    )
)
{%- endmacro -%}


{#- A list as texts: of each element, or of a member of it. -#}
{%- macro _drs_avro_list(type, sql, named, member=none) -%}
{%- set list = type if type is mapping else changefeed.avro_branches(type)[0] -%}
{%- set element = list['items'] -%}
{%- if member -%}
    {%- set branches = [element] if element is string or element is mapping else changefeed.avro_branches(element) -%}
    {%- set record = changefeed.avro_type(branches[0], named) -%}
    {%- if record is mapping and record.type == 'record' -%}
transform({{ sql }}, each -> {{ changefeed.avro_text(changefeed.avro_members(record)[member], 'each.' ~ member, named) }})
    {%- else -%}
transform({{ sql }}, each -> {{ changefeed.avro_text(element, 'each', named) }})
    {%- endif -%}
{%- else -%}
transform({{ sql }}, each -> {{ changefeed.avro_text(element, 'each', named) }})
{%- endif -%}
{%- endmacro -%}
