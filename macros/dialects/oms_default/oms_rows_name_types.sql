{#-
Whether the rows of a message (the text `json`) have types, in a topic that no feed has. Of the two formats only
DefaultExtendColumnType writes them.
-#}
{%- macro oms_rows_name_types() -%}
(get_json_object(json, '$.postStruct.__light_type') is not null or get_json_object(json, '$.prevStruct.__light_type') is not null)
{%- endmacro -%}
