select feed, dialect, history from changefeed_internal.feed_settings order by feed;

create or replace view changefeed.history (
    -- as in models/changefeed_history/first.sql
)
comment '…'
tblproperties ('changefeed.fingerprint' = '…')
as

with versions as (
    -- as in models/changefeed_history/first.sql
),

ended as (
    -- as in models/changefeed_history/first.sql
),

final as (
    -- as in models/changefeed_history/first.sql
)

select
    * except (row),
    if(feed in ('carts'), if(
        -- as in models/changefeed_current_rows/first.sql, under if(feed in ('carts', 'fair'), if(
    ), row) as row
from final;
