{#-
A record and the bytes of avro_end() after it, read with the schema of a version: struct<message, appended, end>.
-#}
{%- macro from_avro_with_end(payload, end, version) -%}
from_avro(concat({{ payload }}, {{ end }}), {{ changefeed.sql_string(changefeed._with_end(version)) }}, map('mode', 'PERMISSIVE'))
{%- endmacro -%}


{#- The schema of a record with the bytes that come after it. -#}
{%- macro _with_end(version) -%}
    {{- return('{"type":"record","name":"Whole","fields":[{"name":"message","type":' ~ version.schema ~ '},'
        ~ ('{"name":"appended","type":"' ~ version.may_append ~ '"},' if version.may_append is defined else '')
        ~ '{"name":"end","type":{"name":"End","type":"fixed","size":32}}]}') -}}
{%- endmacro -%}
