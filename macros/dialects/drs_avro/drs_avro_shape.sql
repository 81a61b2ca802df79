{#- A record of any of these schemas as the dialect's envelope. -#}
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


{#- A list as texts: each element, or one member of each element. -#}
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
