{#- A statement that gives the newest commits to a table, the last one first: version, operation, userMetadata, operationMetrics. -#}
{%- macro table_commits(relation, most) -%}
    {{- return(changefeed.of_format('list of commits', {'delta': 'describe history ' ~ relation ~ ' limit ' ~ most})) -}}
{%- endmacro -%}
