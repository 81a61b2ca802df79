{#- The named types of a schema in canonical form: full name → schema. -#}
{%- macro avro_named_types(schema) -%}
    {%- set found = {} -%}
    {%- if schema is mapping -%}
        {%- if schema.name is defined -%}
            {%- do found.update({schema.name: schema}) -%}
        {%- endif -%}
        {%- for field in schema.get('fields', []) -%}
            {%- do found.update(changefeed.avro_named_types(field.type)) -%}
        {%- endfor -%}
        {%- do found.update(changefeed.avro_named_types(schema['items'])) if schema.type == 'array' -%}
        {%- do found.update(changefeed.avro_named_types(schema['values'])) if schema.type == 'map' -%}
    {%- elif schema is not string -%}
        {%- for branch in schema -%}
            {%- do found.update(changefeed.avro_named_types(branch)) -%}
        {%- endfor -%}
    {%- endif -%}
    {{- return(found) -}}
{%- endmacro -%}
