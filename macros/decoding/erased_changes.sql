{#-
The CTEs that empty each change of an erased row; the last is remaining_changes. So a late copy of a message brings no
row back. `feeds` are those that have erased rows: changes of the others are not hashed.
-#}
{%- macro erased_changes(changes, erasures, feeds) -%}
{%- set is_of_feed = 'feed in (' ~ changefeed.sql_strings(feeds) ~ ')' -%}
erasing_key as (

    {{ changefeed.mask_key() | indent(4) }}

),

erased_keys as (

    select distinct
        if(
            key_check = {{ changefeed.hashed_check() }},
            hashed_key,
            cast(raise_error('The key that hashes values is another than when rows were erased, so their late copies would not be known: set the earlier one (CHANGEFEED_MASK_KEY, CHANGEFEED_MASK_KEY_FILE).') as string)
        ) as hashed_key
    from {{ erasures }}
    cross join erasing_key
    where lifted_at is null

),

hashed_changes as (

    select
        {{ changes }}.*,
        if({{ is_of_feed }}, {{ changefeed.hashed_row_key('row_key') }}, null) as hashed_key,
        if({{ is_of_feed }}, {{ changefeed.hashed_row_key('previous_row_key') }}, null) as hashed_previous_key
    from {{ changes }}
    cross join erasing_key

),

remaining_changes as (

    select
        * except ({{ changefeed.erased_columns() | join(', ') }}, is_erased),
        {%- for column, sql in changefeed.erased_columns().items() %}
        if(is_erased, {{ sql }}, {{ column }}) as {{ column }}{{ ',' if not loop.last }}
        {%- endfor %}
    from (
        select
            hashed_changes.*,
            erased.hashed_key is not null or erased_before.hashed_key is not null as is_erased
        from hashed_changes
        left join erased_keys as erased on hashed_changes.hashed_key = erased.hashed_key
        left join erased_keys as erased_before on hashed_changes.hashed_previous_key = erased_before.hashed_key
    )

),
{%- endmacro -%}
