{{ config(materialized='view', alias='changes') }}

select
    * except (reason, detail, is_before_changed_only, before, column_types),
    if(is_before_changed_only, {{ changefeed.overlay('after', 'before') }}, before) as before,
    from_json(column_types, 'map<string,string>') as column_types
from {{ ref('changefeed_decoded') }}
where reason is null
