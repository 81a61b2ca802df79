{#-
How GoldenGate writes types (docs page, "Types"). A feed without source_kind is read as Oracle's. How bytes are written
depends on its version, which the option `binaries` tells.
-#}
{%- macro ogg_types() -%}
    {%- set readers = {
        'wall_time': 'iso_wall_time', 'instant': 'iso_instant', 'bits': none, 'enum': 'mysql_enum_text', 'set': 'mysql_set_text',
        'binary': {'option': 'binaries', 'base64': 'base64_bytes', 'hex': 'hex_bytes'},
    } -%}
    {{- return({
        'oracle': {'family': 'oracle', 'readers': readers, 'types': {'timestamp with time zone': 'zoned_instant'}},
        'mysql': {'family': 'mysql', 'readers': readers, 'types': {'inet4': none, 'inet6': none, 'uuid': none, 'vector': none}},
        'mariadb': {'like': 'mysql'},
        'postgresql': {'family': 'postgresql', 'readers': dict(readers, instant='offset_instant')},
        'sqlserver': {'family': 'sqlserver', 'readers': dict(readers, instant='offset_instant')},
        'db2': {'family': 'db2', 'readers': readers},
        '': {'like': 'oracle'},
    }) -}}
{%- endmacro -%}
