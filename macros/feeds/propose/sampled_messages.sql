{#-
A relation: up to `most` messages of each topic that no feed claims, the first in an order. json is their text, names
are the names of their members. framing says what comes before the message: none, confluent (before JSON) or avro
(before a record). An Avro record after a schema registry's frame has the JSON that it becomes as text; NULL where its
schema is not known.
-#}
{%- macro sampled_messages(most, order) -%}
(
    select *, json_object_keys(json) as names
    from (
        select
            *,
            case framing
                when 'none' then cast(value as string)
                when 'confluent' then cast(substring(value, 6) as string)
                else transform(
                    array(named_struct('id', {{ changefeed.schema_number('value') }}, 'payload', substring(value, 6), 'end', {{ changefeed.avro_end('substring(value, 6)') }})),
                    framed -> {{ changefeed.record_as_json('framed', changefeed.registry_schemas()) | indent(20) }}
                )[0].text
            end as json
        from (
            select
                *,
                case
                    when not {{ changefeed.has_frame('value') }} then 'none'
                    when substring(value, 6, 1) = x'7b' and is_valid_utf8(cast(value as string)) then 'confluent'
                    else 'avro'
                end as framing,
                row_number() over (partition by topic order by {{ order }}) as nth
            from {{ source('changefeed', 'messages') }} as landed
            where
                value is not null
                and not exists (select 1 from {{ ref('changefeed_feed_settings') }} as feeds where landed.topic rlike feeds.topics_pattern)
        )
        where nth <= {{ most }}
    )
)
{%- endmacro -%}
