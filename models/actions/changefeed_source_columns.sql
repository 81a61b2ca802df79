{{ config(materialized='log', schema='internal', alias='source_columns') }}

{%- set is_first = changefeed.is_first_build() -%}
{%- set log, actions, statements = ref('changefeed_decoded'), ref('changefeed_event_actions'), ref('changefeed_statements') -%}
{%- set run = changefeed.newest_read_batch(ref('changefeed_read_batches')) -%}
{%- set seen_batch_id = 0 if is_first else changefeed.high_water(this, ['decode_batch_id'])[0] -%}
{%- set is_new = changefeed.is_readable(log) and run > seen_batch_id -%}
{%- set has_forms = is_new and (is_first or changefeed.ask(
    'unknown_forms', changefeed.unknown_forms(log, this, seen_batch_id), [[1]]
)[0][0] | int > 0) -%}
{%- set has_statements = is_new and changefeed.ask(
    'new_statements', 'select count(*) from (' ~ changefeed.new_statements(actions, statements, seen_batch_id) ~ ')', [[1]]
)[0][0] | int > 0 -%}
{%- set table = changefeed.source_table_columns() | join(', ') -%}
{%- set message = 'topic, topic_incarnation, partition, offset, message_index' -%}
{%- set image = message ~ ', step' -%}

{%- set has_news = is_first or has_forms or has_statements %}

{%- if has_news or changefeed.is_far_behind(run, seen_batch_id) %}

{{ changefeed.written_once('stored.decode_batch_id between ' ~ (seen_batch_id + 1) ~ ' and ' ~ run) -}}

{%- if has_news -%}
with stated as (

    select *
    from ({{ changefeed.new_statements(actions, statements, seen_batch_id) | indent(8) }})
    where {{ 'true' if has_statements else 'false' }}

),

sent as (

    select *
    from ({{ changefeed.sent_forms(log, seen_batch_id) | indent(8) }})
    where {{ 'true' if has_forms else 'false' }}

),

-- The first row image of each form, and again where another form came in between. What is sorted is narrow.
firsts as (

    select feed, {{ image }}
    from (
        select
            feed,
            {{ image }},
            form,
            lag(form) over (
                partition by {{ table }}, topic, topic_incarnation, partition, is_whole order by offset, message_index, step
            ) as form_before
        from (select *, xxhash64(names, column_types) as form from sent)
    )
    where not form <=> form_before

),

forms as (

    select
        sent.*,
        coalesce(from_json(column_types, 'map<string,string>'), map()) as types
    from sent
    left semi join firsts using (feed, {{ image }})

),

known_tables as (

    {% if is_first -%}
    select {{ table }}, cast(null as timestamp) as dropped_at, cast(null as timestamp) as known_since, false as is_known
    from stated
    where false
    {%- else -%}
    {{ changefeed.told_tables(this) | indent(4) }}
    {%- endif %}

),

drops as (

    select {{ table }}, max(struct(first_seen_at, {{ message }}, batch_id)) as last_drop
    from stated
    left join known_tables using ({{ table }})
    where action = 'drop_table' and coalesce(first_seen_at > known_since, true)
    group by {{ table }}

),

whole as (

    select {{ table }}, min(struct(first_seen_at, {{ message }}, batch_id)) as first_row
    from forms
    left join drops using ({{ table }})
    left join known_tables using ({{ table }})
    where is_whole and coalesce(first_seen_at > greatest(last_drop.first_seen_at, dropped_at), true)
    group by {{ table }}

),

-- A table is known from its first whole row on: what came before says what it was then.
tables as (

    select
        {{ table }},
        coalesce(is_known, false) and last_drop is null as is_known,
        coalesce(is_known, false) and last_drop is not null as is_dropped,
        greatest(last_drop.first_seen_at, dropped_at) as dropped_at,
        last_drop,
        first_row
    from (
        select {{ table }} from forms
        union
        select {{ table }} from known_tables
    )
    left join known_tables using ({{ table }})
    left join drops using ({{ table }})
    left join whole using ({{ table }})

),

known_columns as (

    {% if is_first -%}
    select {{ table }}, '' as column_key, '' as column_name, true as is_there, '' as sent_type, '' as stated_type, '' as teller, first_seen_at as known_since, first_seen_at, '' as topic_partition, offset
    from stated
    where false
    {%- else -%}
    select known.*
    from ({{ changefeed.told_columns(this) | indent(4) }}) as known
    left anti join drops using ({{ table }})
    {%- endif %}

),

columns_of_tables as (

    select {{ table }}, lower(column_name) as column_key, min(column_name) as column_name
    from (
        select {{ table }}, explode(names) as column_name from forms
        union all
        select {{ table }}, column_name from known_columns
    )
    group by {{ table }}, lower(column_name)

),

told as (

    select
        {{ table }}, {{ message }}, batch_id, first_seen_at,
        name as column_name,
        true as is_there,
        types[name] as sent_type,
        null as stated_type,
        types_follow_values,
        'messages' as first_seen_in,
        '' as action,
        null as other_name,
        step as in_message
    from forms
    lateral view explode(names) as name
    union all
    select
        {{ table }}, {{ message }}, batch_id, first_seen_at, column_name, false, null, null, false, 'messages', '', null, step
    from forms
    inner join columns_of_tables using ({{ table }})
    where has_all and not exists(array_union(names, map_keys(types)), name -> lower(name) = column_key)
    union all
    select
        {{ table }}, {{ message }}, batch_id, first_seen_at,
        named.column_name, named.is_there, null, named.stated_type, false, 'statement', action, named.other_name, action_index
    from stated
    lateral view explode(case action
        when 'rename_column' then array(
            named_struct('column_name', column_name, 'is_there', false, 'stated_type', cast(null as string), 'other_name', new_column_name),
            named_struct('column_name', new_column_name, 'is_there', true, 'stated_type', cast(null as string), 'other_name', column_name)
        )
        when 'add_column' then array(named_struct('column_name', column_name, 'is_there', true, 'stated_type', column_type, 'other_name', cast(null as string)))
        when 'drop_column' then array(named_struct('column_name', column_name, 'is_there', false, 'stated_type', cast(null as string), 'other_name', cast(null as string)))
        when 'change_type' then array(named_struct('column_name', column_name, 'is_there', cast(null as boolean), 'stated_type', column_type, 'other_name', cast(null as string)))
    end) as named

),

-- What is not older than what is known. A statement acts on a table that is there.
standing as (

    select
        told.*,
        lower(told.column_name) as column_key,
        coalesce(tables.is_known or struct(told.first_seen_at, told.offset) > struct(tables.first_row.first_seen_at, tables.first_row.offset), false) as is_later
    from told
    inner join tables using ({{ table }})
    left join known_columns as known
        on
            {%- for name in changefeed.source_table_columns() %}
            told.{{ name }} = known.{{ name }} and
            {%- endfor %}
            lower(told.column_name) = known.column_key
    where
        coalesce(told.first_seen_at > tables.dropped_at, true)
        and (
            known.column_key is null
            or told.first_seen_at > known.first_seen_at
            or told.first_seen_at = known.first_seen_at and not ({{ changefeed.topic_partition('told') }} = known.topic_partition and told.offset <= known.offset)
        )

),

compared as (

    select
        *,
        last_value(is_there, true) over before as was_there,
        last_value(sent_type, true) over before as sent_before,
        last_value(stated_type, true) over before as stated_before,
        last_value(if(coalesce(sent_type, stated_type) is null, null, first_seen_in), true) over before as teller,
        last_value(column_name, true) over before as name_before
    from (
        select
            {{ table }}, {{ message }}, batch_id, first_seen_at, column_name, column_key, is_there, sent_type, stated_type, types_follow_values, first_seen_in,
            action, other_name, in_message, is_later, true as is_new
        from standing
        where first_seen_in = 'messages' or is_later
        union all
        select
            {{ table }}, null, null, null, offset, null, null, first_seen_at, column_name, column_key, is_there, sent_type, stated_type, false,
            coalesce(teller, 'messages'), '', null, 0, false, false
        from known_columns
    )
    window before as (
        partition by {{ table }}, column_key
        order by is_new, first_seen_at, first_seen_in desc, offset, message_index, in_message
        rows between unbounded preceding and 1 preceding
    )

),

of_columns as (

    select
        *,
        case
            when is_there and not coalesce(was_there, false)
                then if(is_later and action <> 'rename_column', 'column_added', 'column_found')
            when not is_there and was_there then if(action = 'rename_column', 'column_renamed', 'column_dropped')
            when not coalesce(was_there, false) then null
            when sent_type is not null and sent_before is null then 'type_told'
            when sent_type <> sent_before and not types_follow_values then if(teller = 'statement' or not is_later, 'type_told', 'type_changed')
            when action = 'change_type' and stated_before is null and lower(stated_type) = lower(sent_before) then 'type_told'
            when action = 'change_type' and not stated_type <=> stated_before then 'type_changed'
            when stated_type is not null and stated_before is null then 'type_told'
            when first_seen_in = 'messages' and is_there and column_name <> name_before then 'column_found'
        end as change
    from compared
    where is_new

),

{% else -%}
with
{%- endif %}
final as (

    -- The row without a feed says how far a run has looked.
    select
        '' as feed,
        '' as source_database,
        '' as source_schema,
        '' as source_table,
        '' as change,
        cast(null as string) as column_name,
        cast(null as string) as new_name,
        cast(null as string) as old_type,
        cast(null as string) as new_type,
        '' as first_seen_in,
        cast(null as timestamp) as first_seen_at,
        cast(null as string) as topic,
        cast(null as string) as topic_incarnation,
        cast(null as int) as partition,
        cast(null as bigint) as offset,
        cast(null as int) as message_index,
        cast(null as bigint) as batch_id

    {%- if has_news %}

    union all

    select
        {{ table }}, change, column_name,
        if(change = 'column_renamed', other_name, null),
        if(first_seen_in = 'messages', sent_before, coalesce(stated_before, sent_before)),
        if(change = 'column_renamed', coalesce(sent_before, stated_before), coalesce(sent_type, stated_type)),
        first_seen_in, first_seen_at, {{ message }}, batch_id
    from of_columns
    where change is not null

    union all

    select {{ table }}, 'table_appeared', null, null, null, null, 'messages', first_row.*
    from tables
    where not is_known and first_row is not null

    union all

    select {{ table }}, 'table_dropped', null, null, null, null, 'statement', last_drop.*
    from tables
    where is_dropped

    union all

    select
        {{ table }}, 'table_renamed', null, new_table, null, null, 'statement', first_seen_at, {{ message }}, batch_id
    from stated
    left semi join (select {{ table }} from tables where is_known or first_row is not null) using ({{ table }})
    {%- if not is_first %}
    left anti join (select {{ table }}, {{ message }} from {{ this }} where change = 'table_renamed') using ({{ table }}, {{ message }})
    {%- endif %}
    where action = 'rename_table'
    {%- endif %}

)

select
    *,
    cast({{ run }} as bigint) as decode_batch_id
from final

{%- endif -%}
