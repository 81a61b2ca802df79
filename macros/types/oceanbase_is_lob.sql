{#-
Whether a type of OceanBase, in either mode, is that of a large value (LOB). For a large value that an UPDATE left
alone, OMS sends NULL.
-#}
{%- macro oceanbase_is_lob(source_type) -%}
    lower(regexp_extract({{ source_type }}, '^[^( ]*', 0)) in (
        'tinytext', 'text', 'mediumtext', 'longtext', 'tinyblob', 'blob', 'mediumblob', 'longblob', 'json',
        'geometry', 'point', 'linestring', 'polygon', 'multipoint', 'multilinestring', 'multipolygon', 'geometrycollection',
        'geomcollection', 'clob', 'nclob', 'xmltype', 'sdo_geometry'
    )
{%- endmacro -%}
