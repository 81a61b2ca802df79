{#- How the values of OMS's records read: as those of DTS's records from MySQL, but a geometry is text (EWKT). -#}
{%- macro oms_avro_types() -%}
    {{- return({
        'oceanbase_mysql': {'family': 'mysql', 'readers': dict(changefeed.dts_record_readers(), geometry='text')},
        '': {'like': 'oceanbase_mysql'},
    }) -}}
{%- endmacro -%}
