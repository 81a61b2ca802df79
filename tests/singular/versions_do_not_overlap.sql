{{
    config(
        tags=['changefeed_daily'],
        description='Of each row, a version ends before the next begins, and at most one is current.'
    )
}}

select *
from (
    select
        {{ changefeed.identity_columns() | join(',\n        ') }},
        valid_from,
        valid_to,
        is_current,
        lead(valid_from) over (
            partition by {{ changefeed.identity_columns() | join(', ') }} order by position
        ) as next_valid_from
    from {{ ref('changefeed_history') }}
)
where
    valid_to < valid_from
    or valid_to > next_valid_from
    or (valid_to is null and next_valid_from is not null)
    or is_current <> (valid_to is null)
