{#-
Statements that put the small files of a table together. Settings in profiles.yml, or Iceberg's own, say which files
are small. Rows of a table that has an order (is_sorted) are written in it. Iceberg keeps one file of deletes for each
file of rows by itself; its statement for files of deletes can't read those of a table with lists.
-#}
{%- macro compact_table(relation, is_sorted=false) -%}
    {{- return(changefeed.of_format('compaction', {
        'delta': ['optimize ' ~ relation],
        'iceberg': [
            "call spark_catalog.system.rewrite_data_files(table => '" ~ relation ~ "'"
                ~ (", strategy => 'sort'" if is_sorted else '') ~ ", options => map('remove-dangling-deletes', 'true'))",
        ],
    })) -}}
{%- endmacro -%}
