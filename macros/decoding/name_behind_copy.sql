{#- The name of a message's table; of a copy that gh-ost or pt-online-schema-change makes, the name of the table. -#}
{%- macro name_behind_copy() -%}
regexp_replace(source_table, r'^_(.+)_(?:gho|ghc|del|new|old)$', '$1')
{%- endmacro -%}
