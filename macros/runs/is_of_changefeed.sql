{#- Whether a model, seed or function is changefeed's, or a typed table or one of the four seeds of a project. -#}
{%- macro is_of_changefeed(node) -%}
    {{- return(node.package_name == 'changefeed' or 'changefeed.typed_' in (node.raw_code or '')
        or node.name in ['changefeed_feeds', 'changefeed_table_keys', 'changefeed_table_columns', 'changefeed_table_masks']) -}}
{%- endmacro -%}
