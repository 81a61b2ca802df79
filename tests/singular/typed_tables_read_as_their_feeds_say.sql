{{
    config(
        tags=['changefeed_settled'],
        description='The dialect, source kind, time zone and options for types that the yml of a typed table says are those of its feed in changefeed_feeds.csv.'
    )
}}

{#- dbt skips what depends on all that a failing test reads: on this view nothing does. -#}
{%- do ref('changefeed_feed_health') %}
{%- set said = changefeed.settings_of_typed_tables() if execute else [] %}

{%- if said %}
with said as (

    select *
    from
        values
        {%- for each in said %}
        ({{ changefeed.sql_strings(each) }}){{ ',' if not loop.last }}
        {%- endfor %}
            as said (model, feed, dialect, source_kind, time_zone, options, default_options)

)

select
    said.* except (default_options),
    feeds.dialect as declared_dialect,
    feeds.source_kind as declared_source_kind,
    feeds.time_zone as declared_time_zone,
    feeds.options as declared_options
from said
left join {{ ref('changefeed_feed_settings') }} as feeds on said.feed = feeds.feed
where
    not (
        said.dialect <=> feeds.dialect
        and said.source_kind <=> feeds.source_kind
        and said.time_zone <=> feeds.time_zone
        -- Of the options those by which values are read: `order` and the like change no reading.
        and {{ changefeed.options_with_defaults('said.options', 'said.default_options') }}
        = {{ changefeed.options_with_defaults('feeds.options', 'said.default_options') }}
    )
{%- else %}
select feed
from {{ ref('changefeed_feed_settings') }}
where false
{%- endif %}
