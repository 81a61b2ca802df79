{#- Whether a message that nobody claims, a text json, has types in its rows: of the two formats only DefaultExtendColumnType writes them. -#}
{%- macro oms_rows_name_types() -%}
(get_json_object(json, '$.postStruct.__light_type') is not null or get_json_object(json, '$.prevStruct.__light_type') is not null)
{%- endmacro -%}
