{#-
How many NULLs of an update may stand for values that did not change: those that `old` does not name, of columns whose
type nothing tells, so that they may be large values (LOBs).
-#}
{%- macro oms_canal_ambiguous_nulls() -%}
if(
    decoded.operation = 'update' and decoded.after is not null and coalesce({{ changefeed.feed_options('feeds.options') }}['lob_mode'], '') <> 'complete',
    size(array_except(
        map_keys(map_filter(decoded.after, (name, text) -> text is null)),
        concat(coalesce(json_object_keys(decoded.column_types), array()), coalesce(map_keys(decoded.before), array()))
    )),
    0
)
{%- endmacro -%}
