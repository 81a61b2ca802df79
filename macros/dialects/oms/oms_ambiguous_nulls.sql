{#- How many NULLs of a change were applied though they may stand for values that did not change: of a table without a key, where no type tells. -#}
{%- macro oms_ambiguous_nulls() -%}
if(
    decoded.operation = 'update' and decoded.after is not null and size(decoded.key_columns) = 0 and coalesce({{ changefeed.feed_options('feeds.options') }}['lob_mode'], '') <> 'complete',
    size(array_except(
        map_keys(map_filter(decoded.after, (name, text) -> text is null)),
        concat(
            coalesce(json_object_keys(decoded.column_types), array()),
            coalesce(map_keys(map_filter(decoded.before, (name, text) -> text is not null)), array())
        )
    )),
    0
)
{%- endmacro -%}
