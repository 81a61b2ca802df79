create or replace view changefeed.history (
    `feed` comment '…',
    `source_database` comment '…',
    `source_schema` comment '…',
    `source_table` comment '…',
    `table_bucket` comment '…',
    `row_key` comment '…',
    `key_columns` comment '…',
    `copies` comment '…',
    `operation` comment '…',
    `valid_from` comment '…',
    `valid_to` comment '…',
    `is_current` comment '…',
    `position` comment '…',
    `closed_position` comment '…',
    `applied_batch_id` comment '…',
    `row` comment '…'
)
comment '…'
tblproperties ('changefeed.fingerprint' = '…')
as

with versions as (

    select
        versions.*,
        actions.column_actions,
        actions.swept_before,
        array_min(filter(
            transform(actions.resets, reset -> struct(
                coalesce(element_at(reset.positions, concat_ws('/', versions.position.topic, versions.position.topic_incarnation, versions.position.partition)), reset.position) as position, reset.operation, reset.source_at
            )),
            reset -> versions.position < reset.position and coalesce(reset.position < versions.closed_position, true)
        )) as reset
    from changefeed_internal.versions as versions
    left join changefeed_internal.table_actions as actions
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
            if(
                ended.column_actions is null,
                row,
                aggregate(
                    filter(
                        ended.column_actions,
                        action -> position < coalesce(element_at(action.positions, concat_ws('/', position.topic, position.topic_incarnation, position.partition)), action.position)
                        and coalesce(coalesce(element_at(action.positions, concat_ws('/', position.topic, position.topic_incarnation, position.partition)), action.position) < coalesce(reset.position, closed_position), true)
                    ),
                    row,
                    (row, action) -> case action.action
                        -- as in models/changefeed_current_rows/first.sql
                    end
                )
            )
        ) as row
    from ended

)

select
    -- as in models/changefeed_current_rows/first.sql
from final;
