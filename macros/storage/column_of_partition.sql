{#-
The column by which an entry of partition_by cuts a table: a name, or in Iceberg one of its transforms (days(paid_at),
bucket(16, order_no)); '' where the format takes no such entry.
-#}
{%- macro column_of_partition(entry) -%}
    {%- set name = '([A-Za-z_][A-Za-z0-9_]*)' -%}
    {%- set forms = changefeed.of_format('partitions', {
        'delta': [name],
        'iceberg': [name, '(?:years?|months?|days?|hours?)[(] *' ~ name ~ ' *[)]', '(?:bucket|truncate)[(] *[0-9]+ *, *' ~ name ~ ' *[)]'],
    }) -%}
    {%- for form in forms -%}
        {%- set found = modules.re.fullmatch(form, entry | string) -%}
        {%- if found -%}{{- return(found.group(1)) -}}{%- endif -%}
    {%- endfor -%}
    {{- return('') -}}
{%- endmacro -%}
