{#-
What is wrong with how the files of a kept table are to lie (kept_layout()): sentences. `columns` are those of the
table.
-#}
{%- macro faults_of_layout(layout, columns) -%}
    {%- set found = [] -%}
    {%- for entry in layout.partition_by -%}
        {%- set name = changefeed.column_of_partition(entry) -%}
        {%- if not name -%}
            {%- do found.append('partition_by has ' ~ entry ~ ': ' ~ changefeed.of_format('partitions', {
                'delta': 'tables of Delta are partitioned by columns alone; write the name of one, or liquid_clustered_by instead',
                'iceberg': 'write a column, years(c), months(c), days(c), hours(c), bucket(16, c) or truncate(4, c)',
            })) -%}
        {%- elif name not in columns -%}
            {%- do found.append('partition_by names the column ' ~ name ~ ', which its yml does not list.' ~ changefeed.did_you_mean(name, columns)) -%}
        {%- endif -%}
    {%- endfor -%}
    {%- for name in layout.clustered_by if name not in columns -%}
        {%- do found.append('it is to be clustered by the column ' ~ name ~ ', which its yml does not list.' ~ changefeed.did_you_mean(name, columns)) -%}
    {%- endfor -%}
    {%- if layout.partition_by and layout.clustered_by and changefeed.of_format('partitions', {'delta': true, 'iceberg': false}) -%}
        {%- do found.append('a table of Delta is partitioned (partition_by) or clustered (liquid_clustered_by), not both') -%}
    {%- endif -%}
    {{- return(found) -}}
{%- endmacro -%}
