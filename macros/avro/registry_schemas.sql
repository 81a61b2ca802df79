{#-
The schemas that records name by number, in the order of the numbers: [{id, schema (JSON text), name, types}]. They come
from the files schemas/<number>.avsc and from a schema registry (`registry:<number>`). Where both have a number, the
file counts. types has column → type of a row in a record of the schema, spelled as debezium_types() spells types.
-#}
{%- macro registry_schemas() -%}
    {%- set found = {} -%}
    {%- for name, landed in changefeed.landed_schemas().items() if not landed.fault and modules.re.fullmatch('(registry:)?[0-9]+', name) -%}
        {%- set id = name.split(':')[-1] -%}
        {%- if id not in found or id == name -%}
            {%- do found.update({id: {'id': id, 'schema': landed.text, 'types': changefeed.avro_column_types(landed.schema), 'name': landed.schema['connect.name']}}) -%}
        {%- endif -%}
    {%- endfor -%}
    {{- return(found.values() | sort(attribute='id')) -}}
{%- endmacro -%}
