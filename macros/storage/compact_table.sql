{#- A statement: puts the small files of a table together. Settings in profiles.yml say which files are small. -#}
{%- macro compact_table(relation) -%}
    {{- return(changefeed.of_format('compaction', {
        'delta': 'optimize ' ~ relation,
        'iceberg': "call spark_catalog.system.rewrite_data_files(table => '" ~ relation ~ "')",
    })) -}}
{%- endmacro -%}
