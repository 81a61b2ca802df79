{#- Up to `most` messages of each such topic, the first in an order, with their texts and the names of their members: a relation. -#}
{%- macro sampled_messages(most, order) -%}
(
    select *, cast(value as string) as json, json_object_keys(cast(value as string)) as names
    from (
        select *, row_number() over (partition by topic order by {{ order }}) as nth
        from {{ source('changefeed', 'messages') }} as landed
        where
            value is not null
            and not exists (select 1 from {{ ref('changefeed_feed_settings') }} as feeds where landed.topic rlike feeds.topics_pattern)
    )
    where nth <= {{ most }}
)
{%- endmacro -%}
