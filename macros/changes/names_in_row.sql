{#-
Names of columns as a row spells them: as they are where the row has them, else the one column that differs in capital
and small letters only; where none or several do, as they are.
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
