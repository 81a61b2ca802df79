{#- A statement that gives a row with numFiles and sizeInBytes: what the table's newest version has. -#}
{%- macro table_size(relation) -%}
    {{- return(changefeed.of_format('size of a table', {
        'delta': 'describe detail ' ~ relation,
        'iceberg': 'select count(*) as numFiles, coalesce(sum(file_size_in_bytes), 0) as sizeInBytes from ' ~ relation ~ '.files',
    })) -}}
{%- endmacro -%}
