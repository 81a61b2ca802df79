{#-
How OMS writes types in its DataWorks 2.0: as in its Canal kind. The document's template has a TIMESTAMP in milliseconds
(13 digits), its samples in seconds.
-#}
{%- macro oms_dataworks_types() -%}
    {%- set types = {} -%}
    {%- for kind, entry in changefeed.oms_text_types().items() -%}
        {%- do types.update({kind: dict(entry, readers=dict(entry.readers, instant='unix_seconds_or_millis'), types=dict(entry.types, zoned_datetime='zoned_instant')) if kind == 'oceanbase_mysql' else entry}) -%}
    {%- endfor -%}
    {{- return(types) -}}
{%- endmacro -%}
