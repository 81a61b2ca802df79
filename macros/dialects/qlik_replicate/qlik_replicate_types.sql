{#-
How Qlik Replicate writes types (docs page, "Types"). How it writes bytes and geometries no one knows: they stay texts.
-#}
{%- macro qlik_replicate_types() -%}
    {%- set readers = {'wall_time': 'iso_wall_time', 'instant': 'utc_or_offset_instant', 'bits': none} -%}
    {{- return({
        'oracle': {'family': 'oracle', 'readers': readers},
        'sqlserver': {'family': 'sqlserver', 'readers': readers},
        'mysql': {'family': 'mysql', 'readers': dict(readers, enum=none, set=none)},
        'mariadb': {'like': 'mysql'},
        'postgresql': {'family': 'postgresql', 'readers': readers},
        'db2': {'family': 'db2', 'readers': readers},
        '': {'like': 'oracle'},
    }) -}}
{%- endmacro -%}
