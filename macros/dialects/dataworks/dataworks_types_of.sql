{#- The columns of a message as a map, column → type; NULL where there is no list, or one that names a column twice or not at all. -#}
{%- macro dataworks_types_of(columns) -%}
if(
    {{ columns }} is null
    or exists({{ columns }}, c -> c['name'] is null)
    or size(array_distinct(transform({{ columns }}, c -> c['name']))) <> size({{ columns }}),
    null,
    map_from_arrays(transform({{ columns }}, c -> c['name']), transform({{ columns }}, c -> c['type']))
)
{%- endmacro -%}
