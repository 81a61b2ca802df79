{#-
How many NULLs of an update were applied that may stand for values that did not change: those of columns whose types are
not declared.
-#}
{%- macro oms_debezium_smt_ambiguous_nulls() -%}
if(
    decoded.operation = 'update' and decoded.after is not null and coalesce({{ changefeed.feed_options('feeds.options') }}['lob_mode'], '') <> 'complete',
    size(array_except(
        map_keys(map_filter(decoded.after, (name, text) -> text is null)),
        coalesce(json_object_keys(decoded.column_types), array())
    )),
    0
)
{%- endmacro -%}
