{#-
How DMS writes types (docs page, "Types"). Whole numbers of more than 16 digits come in scientific notation, which has
lost digits: they read as NULL, and their text is kept. Times without a zone have a Z too.
-#}
{%- macro aws_dms_types() -%}
    {%- set readers = {
        'integer': 'number', 'decimal': 'number', 'float32': 'java_number', 'float64': 'java_number', 'year': 'number', 'bits': none,
        'wall_time': 'iso_wall_time', 'instant': 'utc_instant', 'enum': 'mysql_enum_text', 'set': 'mysql_set_text',
        'binary': {'option': 'hex_prefix', 'none': 'hex_bytes', 'otherwise': 'prefixed_hex'},
    } -%}
    {%- set is_bit = {'bit': 'boolean_text', 'inet4': none, 'inet6': none, 'uuid': none, 'vector': none} -%}
    {{- return({
        'mysql': {'family': 'mysql', 'readers': readers, 'types': is_bit, 'spark': {'bit': 'boolean'}},
        'mariadb': {'like': 'mysql'},
        'postgresql': {'family': 'postgresql', 'readers': dict(readers, instant='utc_or_offset_instant')},
        'oracle': {'family': 'oracle', 'readers': readers, 'types': {'timestamp with time zone': 'utc_or_offset_instant', 'timestamp with local time zone': 'utc_or_offset_instant'}},
        'sqlserver': {'family': 'sqlserver', 'readers': dict(readers, instant='utc_or_offset_instant')},
        'db2': {'family': 'db2', 'readers': dict(readers, binary=none)},
    }) -}}
{%- endmacro -%}
