texts as (
    -- as in dialects/baseline.sql
),

parsed_messages as (
    -- as in dialects/canal.sql
),

envelopes as (
    -- as in dialects/canal.sql
),

terms as (
    -- as in dialects/canal.sql
),

reasoned_messages as (
    -- as in dialects/canal.sql
),

read_messages as (
    -- as in dialects/canal.sql
),

placed_messages as (
    -- as in dialects/baseline.sql
),

judged_messages as (
    -- as in dialects/baseline.sql
end
                then 'key_absent'
        end as reason
    from placed_messages

),

row_changes as (
    -- as in dialects/baseline.sql
),

keyed_changes as (
    -- as in dialects/baseline.sql
),

decoded_changes as (
    -- as in dialects/baseline.sql
);
