{#-
Whether a column of a kept table can get a wider type without its files being written again. Delta does so only in a
table that says delta.enableTypeWidening: delta-rs and others cannot read a table of which this is so.
-#}
{%- macro widens_in_place(data_type, wider, properties) -%}
    {%- set was, is = changefeed.kept_type(data_type) | lower | replace(' ', ''), changefeed.kept_type(wider) | lower | replace(' ', '') -%}
    {{- return(changefeed.of_format('wider types', {
        'delta': properties.get('delta.enableTypeWidening', '') | lower == 'true',
        'iceberg': was == is or [was, is] in [['int', 'bigint'], ['float', 'double']]
            or was.startswith('decimal') and is.startswith('decimal') and was.split(',')[1] == is.split(',')[1],
    })) -}}
{%- endmacro -%}
