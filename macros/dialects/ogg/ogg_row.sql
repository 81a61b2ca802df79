{#-
A row as GoldenGate sends it, without the columns that it marks as missing. NULL where there is no row. The Kafka
Connect handler puts `c_isMissing` beside each column c: where it is true, the trail holds no value, and c is null. Such
names are marks only where each column has one.
-#}
{%- macro ogg_row(row) -%}
transform(
    array({{ row }}),
    row -> transform(
        array(filter(map_keys(row), name -> endswith(name, '_isMissing') and row[name] in ('true', 'false') and array_contains(map_keys(row), left(name, length(name) - 10)))),
        marks -> case
            when size(row) = 0 then null
            when 2 * size(marks) = size(row) then map_filter(row, (name, text) -> array_contains(marks, concat(name, '_isMissing')) and row[concat(name, '_isMissing')] = 'false')
            else row
        end
    )[0]
)[0]
{%- endmacro -%}
