{#-
How DTS's SharePlex JSON writes types (docs page, "Types"): its document shows texts and numbers only. SharePlex itself
writes 2024-06-01T11:00:42.000000000.
-#}
{%- macro dts_shareplex_types() -%}
    {%- set readers = {'wall_time': 'iso_wall_time', 'instant': 'iso_instant', 'bits': none, 'enum': none, 'set': none, 'boolean': none} -%}
    {%- set zones = {'timestamp with time zone': none, 'timestamp with local time zone': none} -%}
    {{- return({
        'oracle': {'family': 'oracle', 'readers': dict(readers, interval=none), 'types': zones},
        'mysql': {'family': 'mysql', 'readers': readers, 'types': {'inet4': none, 'inet6': none, 'uuid': none, 'vector': none}},
        'db2': {'family': 'db2', 'readers': readers},
        '': {'like': 'oracle'},
    }) -}}
{%- endmacro -%}
