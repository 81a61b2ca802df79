{#-
The terms that say which fields of the Kafka key name the row. A field that the row lacks is no column: a transform
added it. ByLogicalTableRouter does so, to keep the keys of several shards apart in one topic. Such a field is left out.
Where a message has a key and no row, nothing tells columns from added fields: there the name that the router uses is
left out, and what the feed declares (key_without). Terms: key_with (the names in the option of that name), key_added
(their fields, which become columns; NULL without the option), key_columns, key_left_out (JSON of the fields that were
left out, and their values). `row` is SQL of the row whose names are the columns. The terms is_row, key_row and
own_key stand before these.
-#}
{%- macro debezium_key_terms(envelope, row) -%}
{%- set e = envelope ~ '_' -%}
{%- set names = 'map_keys(' ~ e ~ 'key_row)' -%}
{%- set columns = 'concat(map_keys(' ~ row ~ '), ' ~ e ~ 'key_with)' -%}
{%- set terms -%}
-- key_with
coalesce(split(options['key_with'], '[|]'), array())
-- key_added
if(size({{ e }}key_with) = 0, null, map_filter({{ e }}key_row, (name, text) -> array_contains({{ e }}key_with, name)))
-- key_columns
case when not {{ e }}is_row then {{ names }} when {{ row }} is null then array_except({{ names }}, array_except(split(concat_ws('|', '__dbz__physicalTableIdentifier', options['key_without']), '[|]'), {{ e }}key_with)) when arrays_overlap({{ names }}, {{ columns }}) then array_intersect({{ names }}, {{ columns }}) else {{ names }} end
-- key_left_out
if({{ e }}is_row and {{ e }}own_key is null and size({{ e }}key_columns) < size({{ e }}key_row), to_json(map_filter({{ e }}key_row, (name, text) -> not array_contains({{ e }}key_columns, name))), null)
{%- endset -%}
    {{- return(changefeed.parts(terms)) -}}
{%- endmacro -%}
