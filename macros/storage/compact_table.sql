{#-
Statements that put the small files of a table together, Iceberg's of deletes too. Settings in profiles.yml, or
Iceberg's own, say which files are small. Rows of a table that has an order (is_sorted) are written in it.
-#}
{%- macro compact_table(relation, is_sorted=false) -%}
    {{- return(changefeed.of_format('compaction', {
        'delta': ['optimize ' ~ relation],
        'iceberg': [
            "call spark_catalog.system.rewrite_data_files(table => '" ~ relation ~ "'" ~ (", strategy => 'sort'" if is_sorted else '') ~ ')',
            "call spark_catalog.system.rewrite_position_delete_files(table => '" ~ relation ~ "')",
        ],
    })) -}}
{%- endmacro -%}
