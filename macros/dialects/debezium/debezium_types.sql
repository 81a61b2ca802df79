{#-
The columns of a Connect schema (an array of structs) as a map, name → type. The type is its semantic name with scale or
length, else its plain type. NULL where a name is missing, comes twice, or is (or looks like) an object or a list, and
where a decimal has no scale: no converter writes such a schema. TiCDC calls bytes in base64 a string, and with the TiDB
extension says beside it what they are in TiDB.
-#}
{%- macro debezium_types(columns) -%}
if(
    size(array_distinct({{ columns }}.field)) = size({{ columns }})
    and not exists({{ columns }}, c -> coalesce(c.field rlike r'^[{\[]', true) or c.name <=> 'org.apache.kafka.connect.data.Decimal' and not coalesce(c.parameters['scale'] rlike r'^(0|-?[1-9][0-9]{0,8})\z', false)),
    map_from_entries(transform(
        {{ columns }},
        each -> struct(
            each.field,
            concat(
                coalesce(each.name, case when each.type = 'array' then concat('array<', {{ changefeed._type_in_words('each.items') }}, '>') when each.tidb_type rlike '(binary|blob)$' then 'bytes' else each.type end),
                {{ changefeed._parameter_of_type('each') }}
            )
        )
    )),
    null
)
{%- endmacro -%}


{%- macro _type_in_words(each) -%}
concat(coalesce({{ each }}.name, {{ each }}.type), {{ changefeed._parameter_of_type(each) }})
{%- endmacro -%}


{%- macro _parameter_of_type(each) -%}
coalesce(concat('(', coalesce({{ each }}.parameters['scale'], {{ each }}.parameters['length']), ')'), '')
{%- endmacro -%}
