{#-
The columns of a message as a map, column → type. NULL where there is no list, and where the list names a column twice
or lacks a name.
-#}
{%- macro dataworks_types_of(columns) -%}
get(
    transform(
        array(transform({{ columns }}, c -> c['name'])),
        names -> if(
            names is null or array_contains(transform(names, name -> name is null), true) or size(array_distinct(names)) <> size(names),
            null,
            map_from_arrays(names, transform({{ columns }}, c -> c['type']))
        )
    ),
    0
)
{%- endmacro -%}
