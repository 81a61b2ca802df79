{{ config(materialized='view', alias=changefeed.name_of_history()) }}
{%- set feeds_with_paths = changefeed.feeds_with_paths(ref('changefeed_feed_settings')) %}

with versions as (

    select
        versions.*,
        actions.column_actions,
        actions.swept_before,
        {{ changefeed.first_reset('versions.position', 'actions', until='versions.closed_position') | indent(8) }} as reset
    from {{ ref('changefeed_versions') }} as versions
    left join {{ ref('changefeed_table_actions') }} as actions
        using (feed, source_database, source_schema, source_table)
    -- The image of a version is NULL until the row is folded again: a partial image moved here from another key.
    where not versions.is_deleted and versions.row is not null

),

ended as (

    select
        *,
        case
            when reset is not null then least(greatest(coalesce(reset.source_at, reset.position.ordered_at), valid_from), valid_to)
            when closed_position is null and position.ordered_at < swept_before then greatest(swept_before, valid_from)
            else valid_to
        end as ended_at
    from versions

),

final as (

    select
        feed,
        source_database,
        source_schema,
        source_table,
        table_bucket,
        row_key,
        key_columns,
        copies,
        operation,
        valid_from,
        ended_at as valid_to,
        closed_position is null and ended_at is null as is_current,
        position,
        coalesce(reset.position, closed_position) as closed_position,
        applied_batch_id,
        if(
            size(key_columns) = 0,
            row,
            {{ changefeed.with_column_actions('row', 'position', 'ended', until='coalesce(reset.position, closed_position)') | indent(12) }}
        ) as row
    from ended

)

select
    {% if feeds_with_paths -%}
    * except (row),
    {{ changefeed.whole_row('row', feeds_with_paths) | indent(4) }} as row
    {%- else -%}
    *
    {%- endif %}
from final
