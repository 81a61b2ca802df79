{#-
A query of one row and its column version: the id of the newest version of a table. It is '' where only the whole
history of a table tells that; there commits say their run (mark_of_commits()).
-#}
{%- macro newest_version(relation) -%}
    {{- return(changefeed.of_format('newest version', {
        'delta': '',
        'iceberg': 'select snapshot_id as version from ' ~ relation ~ ".refs where name = 'main'",
    })) -}}
{%- endmacro -%}
