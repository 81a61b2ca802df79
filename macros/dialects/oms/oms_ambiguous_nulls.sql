{#-
How many NULLs of an update were applied that may stand for values that did not change. They are columns that are NULL
before the update too, and whose type nothing tells, so that they may be large values (LOBs). `which` says of which
updates they are counted: by default of those of tables without a key.
-#}
{%- macro oms_ambiguous_nulls(which='size(decoded.key_columns) = 0') -%}
if(
    decoded.operation = 'update' and decoded.after is not null and {{ which }} and coalesce({{ changefeed.feed_options('feeds.options') }}['lob_mode'], '') <> 'complete',
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
