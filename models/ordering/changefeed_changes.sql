{{ config(materialized='view', alias='changes') }}

select
    {{ changefeed.select_columns('changes', {
        'key_left_out': 'detail',
        'column_types': "from_json(column_types, 'map<string,string>')",
        'before': changefeed.full_before(),
    }) | indent(4) }}
from {{ ref('changefeed_ordered_changes') }}
where reason is null
