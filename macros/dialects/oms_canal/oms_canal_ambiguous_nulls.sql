{#-
How many NULLs of a change may stand for values that did not change: those of an UPDATE that `old` does not name, of columns
whose type nothing tells, so that they may be LOBs.
-#}
{%- macro oms_canal_ambiguous_nulls() -%}
if(
    decoded.operation = 'update' and feeds.lob_mode <> 'complete',
    size(filter(
        map_keys(map_filter(decoded.after, (name, text) -> text is null)),
        name -> not coalesce(map_contains_key(from_json(decoded.column_types, 'map<string,string>'), name), false)
            and not coalesce(map_contains_key(decoded.before, name), false)
    )),
    0
)
{%- endmacro -%}
