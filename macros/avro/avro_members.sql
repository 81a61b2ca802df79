{#- The members of a record's schema: name → schema. -#}
{%- macro avro_members(schema) -%}
    {%- set found = {} -%}
    {%- for field in schema.fields -%}
        {%- do found.update({field.name: field.type}) -%}
    {%- endfor -%}
    {{- return(found) -}}
{%- endmacro -%}
