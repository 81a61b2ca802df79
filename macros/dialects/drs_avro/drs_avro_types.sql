{#-
How DRS writes types in its records. No document says it: only types of which one form is to be expected have a reader.
-#}
{%- macro drs_avro_types() -%}
    {%- set unknown = {'bits': none, 'year': none, 'instant': none, 'time': none, 'interval': none, 'enum': none, 'set': none, 'binary': 'base64_bytes', 'geometry': 'base64_bytes', 'boolean': none} -%}
    {{- return({
        'mysql': {'family': 'mysql', 'readers': unknown, 'types': {'inet4': none, 'inet6': none, 'uuid': none, 'vector': none}},
        'gaussdb_mysql': {'like': 'mysql'},
        'oracle': {'family': 'oracle', 'readers': unknown},
        'postgresql': {'family': 'postgresql', 'readers': unknown},
        'gaussdb': {'family': 'gaussdb', 'readers': unknown},
        'sqlserver': {'family': 'sqlserver', 'readers': unknown},
        '': {'like': 'mysql'},
    }) -}}
{%- endmacro -%}
