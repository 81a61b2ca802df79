{#-
Raises where a kept table would be partitioned by a column that is masked. Its partitions, and the names of their
folders, would be of one person each, or of nobody. `generalize` is meant for that, and a bucket hides the value.
-#}
{%- macro refuse_masked_partitions(node, layout) -%}
    {%- set names = [] -%}
    {%- for entry in layout.partition_by if not entry.startswith('bucket') -%}
        {%- do names.append(changefeed.column_of_partition(entry)) -%}
    {%- endfor -%}
    {%- if names -%}
        {%- set masks = changefeed.masks(changefeed.ask('masks', 'select ' ~ changefeed.lines_of_masks(), [[none]], once=true)[0][0]) -%}
        {%- set table, cases = changefeed.table_of_model(node), [] -%}
        {%- for mask in masks -%}
            {%- do cases.append('when ' ~ changefeed.fits_mask(mask) ~ ' and ' ~ changefeed.is_of_mask(mask) ~ ' then ' ~ changefeed.sql_string(mask.action)) -%}
        {%- endfor -%}
        {%- for name, action in (changefeed._masks_of(table, names, cases) if cases else []) if action != 'generalize' -%}
            {{- exceptions.raise_compiler_error(
                'partition_by names the column ' ~ name ~ ', which is masked (' ~ action ~ '): a partition would be of one person, or of nobody. '
                ~ 'Mask it by generalize, or partition by another column'
            ) -}}
        {%- endfor -%}
    {%- endif -%}
{%- endmacro -%}


{%- macro _masks_of(table, names, cases) -%}
    {%- set place = [] -%}
    {%- for column in changefeed.source_table_columns() -%}
        {%- do place.append(changefeed.sql_string(table[column | replace('source_', '')] or '') ~ ' as ' ~ column) -%}
    {%- endfor -%}
    {{- return(changefeed.ask(
        'masked',
        'select name, action from (select name, case ' ~ cases | join(' ') ~ ' end as action from (select ' ~ place | join(', ')
        ~ ', explode(array(' ~ changefeed.sql_strings(names) ~ ')) as name)) where action is not null'
    )) -}}
{%- endmacro -%}
