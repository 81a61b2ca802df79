{#-
The columns of a row whose NULL may be no value. OMS sends NULL, before and after a change, for a large value that did not change. So what is NULL on both sides is left
out where its type is that of a large value, or where nothing tells its type: it did not change either way. Key columns stay, and so does
everything in a table without a key, whose rows are known by what was sent of them.
-#}
{%- macro oms_unsent(row, is_null_elsewhere, types, keys) -%}
if(
    coalesce(options['lob_mode'], '') <> 'complete' and size({{ keys }}) > 0,
    map_keys(map_filter(
        {{ row }},
        (name, text) -> text is null
            and {{ is_null_elsewhere }}
            and coalesce({{ changefeed.oceanbase_is_lob(types ~ '[name]') }} or lower({{ types }}[name]) in ('dbclob', 'xml'), true)
            and not array_contains({{ keys }}, name)
    )),
    array()
)
{%- endmacro -%}
