{#- Whether a source type of OceanBase, in either mode, is a large value (LOB), of which OMS sends NULL when an UPDATE left it alone. -#}
{%- macro oceanbase_is_lob(source_type) -%}
    lower(regexp_extract({{ source_type }}, '^[^( ]*', 0)) in (
        'tinytext', 'text', 'mediumtext', 'longtext', 'tinyblob', 'blob', 'mediumblob', 'longblob', 'json',
        'geometry', 'point', 'linestring', 'polygon', 'multipoint', 'multilinestring', 'multipolygon', 'geometrycollection',
        'geomcollection', 'clob', 'nclob', 'xmltype', 'sdo_geometry'
    )
{%- endmacro -%}
