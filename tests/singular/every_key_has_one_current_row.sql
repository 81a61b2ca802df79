{{ config(tags=['changefeed_daily'], description='A row of a source table stands once in current_rows.') }}

select
    {{ changefeed.identity_columns() | join(',\n    ') }},
    count(*) as rows
from {{ ref('changefeed_current_rows') }}
group by {{ changefeed.identity_columns() | join(', ') }}
having count(*) > 1
