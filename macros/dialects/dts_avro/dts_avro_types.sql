{#-
How the values of DTS's records read, by the text that each branch of the union becomes (docs page, "Types"). DTS
publishes no list of types for SQL Server, Db2 and MongoDB.
-#}
{%- macro dts_avro_types() -%}
    {%- set nothing = {} -%}
    {%- for kind in changefeed.plain_readers() -%}
        {%- do nothing.update({kind: none}) -%}
    {%- endfor -%}
    {{- return({
        'mysql': {'family': 'mysql', 'readers': changefeed.dts_record_readers(), 'types': {'inet4': none, 'inet6': none, 'uuid': none, 'vector': none}},
        'mariadb': {'like': 'mysql'},
        'polardb_mysql': {'like': 'mysql'},
        'oracle': {
            'family': 'oracle',
            'readers': {'binary': 'base64_bytes', 'instant': 'zoned_instant', 'geometry': none},
        },
        'postgresql': {'family': 'postgresql', 'readers': {'binary': 'base64_bytes', 'instant': 'zoned_instant'}, 'types': {'jsonb': 'base64_text'}},
        'sqlserver': {'family': 'sqlserver', 'readers': nothing, 'types': {'text': 'text'}},
        'db2': {'family': 'db2', 'readers': nothing, 'types': {'text': 'text'}},
        'mongodb': {'family': 'mongodb', 'readers': nothing, 'types': {'text': 'text'}},
        '': {'like': 'mysql'},
    }) -}}
{%- endmacro -%}
