{#-
Statements that write the files of a table anew whose rows were removed and only noted as gone: then no file of the
newest version has them. Files of deletes have no values.
-#}
{%- macro purge_table(relation) -%}
    {{- return(changefeed.of_format('removal of rows from files', {
        'delta': ['reorg table ' ~ relation ~ ' apply (purge)'],
        'iceberg': [
            "call spark_catalog.system.rewrite_data_files(table => '" ~ relation
                ~ "', options => map('delete-file-threshold', '1', 'remove-dangling-deletes', 'true'))",
        ],
    })) -}}
{%- endmacro -%}
