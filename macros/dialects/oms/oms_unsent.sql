{#-
The columns of a row whose NULL may be no value. For a large value that did not change, OMS sends NULL before and after
the change. So a column that is NULL on both sides is left out where its type is that of a large value, or where nothing
tells its type: the column did not change either way. Key columns stay. In a table without a key all columns stay, as
its rows are known by what was sent of them.
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
