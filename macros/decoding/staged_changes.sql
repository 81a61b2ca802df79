{#-
The changes of one dialect, or of several, as text, decoded by the same macros that fill `decoded`: for people and unit
tests. A row is known by the texts of its key or of its image, as the message has them. That is what the message says,
and what a reader in another language can say as well. While dbt parses, the macro only names the relations that it
reads.
-#}
{%- macro staged_changes(dialect) -%}
{%- if not execute -%}
    {%- do source('changefeed', 'messages') -%}
    {%- do ref('changefeed_feed_settings') -%}
{%- else -%}
    {{- changefeed._staged_changes([dialect] if dialect is string else dialect, changefeed.dialects()) -}}
{%- endif -%}
{%- endmacro -%}


{%- macro _staged_changes(names, known) -%}
with messages as (

    {{ changefeed.landed_messages(
        source('changefeed', 'messages'), changefeed.dialect_of('landed.topic', 'feeds'), 'inner join', 'landed.topic rlike feeds.topics_pattern'
    ) }}
    where {{ changefeed.dialect_of('landed.topic', 'feeds') }} in ('{{ names | join("', '") }}')

),

{{ changefeed.decode_messages('messages', known | selectattr('name', 'in', names) | list, known, by_value=false, masks=changefeed.masks(changefeed.ask('masks', 'select ' ~ changefeed.lines_of_masks(), [[none]], once=true)[0][0])) }},

final as (

    select
        {{ changefeed.select_columns('staged', {
            'key_columns': 'to_json(key_columns)',
            'source_sequence': 'to_json(source_sequence)',
            'before': changefeed._as_json(changefeed.full_before()),
            'after': changefeed._as_json('after'),
        }) | indent(8) }}
    from decoded_changes

)

select * from final
{%- endmacro -%}


{%- macro _as_json(image) -%}
to_json({{ image }}, map('ignoreNullFields', 'false'))
{%- endmacro -%}
