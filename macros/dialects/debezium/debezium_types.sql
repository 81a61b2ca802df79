{#- Columns of a Connect schema (an array of structs) as a map, name → type: its semantic name, with scale or length, else its plain type. NULL where a name comes twice. -#}
{%- macro debezium_types(columns) -%}
if(
    size(array_distinct({{ columns }}.field)) = size({{ columns }}),
    map_from_entries(transform(
        {{ columns }},
        each -> struct(
            each.field,
            concat(
                coalesce(each.name, if(each.type = 'array', concat('array<', {{ changefeed._type_in_words('each.items') }}, '>'), each.type)),
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
