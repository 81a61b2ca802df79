{#-
The changes of one dialect, or of several, as text, decoded by the very macros that fill `decoded`: for people and unit
tests. Rows without key are known by their texts here, for Derby takes short views only. While dbt parses, only what is
read counts.
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
{%- set sql -%}
with messages as (

    {{ changefeed.landed_messages(
        source('changefeed', 'messages'), changefeed.dialect_of('landed.topic', 'feeds'), 'inner join', 'landed.topic rlike feeds.topics_pattern'
    ) }}
    where {{ changefeed.dialect_of('landed.topic', 'feeds') }} in ('{{ names | join("', '") }}')

),

{{ changefeed.decode_messages('messages', known | selectattr('name', 'in', names) | list, known, by_value=false) }},

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
{%- endset -%}
{#-
Who asks for this view may have Derby as metastore, which takes 32,700 characters; a fifth of it is indentation,
comments and ends of lines. No text in it spans lines.
-#}
{{ modules.re.sub('([,(])\n|\n(?=\\))', '\\1', modules.re.sub('\n\\s+(--[^\n]*\n\\s+)?', '\n', sql)) }}
{%- endmacro -%}


{%- macro _as_json(image) -%}
to_json({{ image }}, map('ignoreNullFields', 'false'))
{%- endmacro -%}
