{#-
Names of columns as a row spells them. A name that the row has stays. A name that the row lacks becomes the one column
that differs only in capital and small letters. Where there is no such column, or there are several, the name stays.
-#}
{%- macro names_in_row(names, row) -%}
transform(
    {{ names }},
    name -> transform(
        array(filter(map_keys({{ row }}), column -> lower(column) = lower(name))),
        alike -> if(size(alike) = 1 and not array_contains(alike, name), get(alike, 0), name)
    )[0]
)
{%- endmacro -%}
