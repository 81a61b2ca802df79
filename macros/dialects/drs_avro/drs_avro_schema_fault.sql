{#- Why a schema is none of DRS's records. None where it is one. -#}
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


{#- Field → the kind of its values, apart from null: array, string, … or union where there are several kinds. -#}
{%- macro _drs_avro_kinds(schema) -%}
    {%- set found = {} -%}
    {%- for name, type in changefeed.avro_members(schema).items() -%}
        {%- set branches = [type] if type is string or type is mapping else changefeed.avro_branches(type) -%}
        {%- set only = changefeed.avro_type(branches[0], changefeed.avro_named_types(schema)) if branches | length == 1 else {'type': 'union'} -%}
        {%- do found.update({name: only if only is string else only.type}) -%}
    {%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}
