{#- The statement that drops a table and deletes its files. Iceberg keeps the files unless it is told otherwise. -#}
{%- macro drop_with_files(relation) -%}
    {{- return(changefeed.of_format('removal of tables', {
        'delta': 'drop table if exists ' ~ relation,
        'iceberg': 'drop table if exists ' ~ relation ~ ' purge',
    })) -}}
{%- endmacro -%}
