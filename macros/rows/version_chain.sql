{#-
The versions of rows, from entries: changes, and the last stored version of each key that goes on. Each entry opens a
version, also a delete; the next entry of the row closes it. A version begins when its change happened at the source,
but never before the version that it follows: positions decide. The first image of a row counts as whole, because no
image lies under it. A partial image that moved here from another key needs the row of that key (needs_base).
-#}
{%- macro version_chain(entries, actions=none) -%}
{%- set identity = changefeed.identity_columns() | join(', ') -%}
{%- set table = changefeed.source_table_columns() | join(', ') -%}
{%- set until_now = 'order by position rows between unbounded preceding and current row' -%}
{%- set parts -%}
collect_list(named_struct('position', position, 'image', image, 'is_whole', is_whole, 'is_moved', is_moved)) over (
    partition by {{ identity }}, whole_number {{ until_now }}
)
{%- endset -%}
select
    {{ identity }},
    key_columns,
    operation,
    position,
    lead(position) over by_key as closed_position,
    valid_from,
    lead(valid_from) over by_key as valid_to,
    {{ changefeed.laid_over('null', 'parts') | indent(4) }} as row,
    if(size(key_columns) = 0, copies, if(is_deleted, 0, 1)) as copies,
    if(size(key_columns) = 0, copies = 0, is_deleted) as is_deleted,
    exists(parts, part -> part.is_moved) as needs_base,
    applied_batch_id
from (
    select
        *,
        {%- if actions %}
        transform({{ parts | indent(8) }}, part -> named_struct('position', part.position, 'is_moved', part.is_moved, 'image', if(
            part.is_whole,
            {{ changefeed.with_column_actions('part.image', 'part.position', 'table_actions', until='position') | indent(12) }},
            {{ changefeed.with_column_actions('part.image', 'part.position', 'table_actions', until='position', is_whole=false) | indent(12) }}
        ))) as parts,
        {%- else %}
        {{ parts | indent(8) }} as parts,
        {%- endif %}
        running_copies - least(0, min(running_copies - copies_dipped) over since_reset) as copies
    from (
        select
            *,
            max(at) over (partition by {{ identity }} {{ until_now }}) as valid_from,
            count_if(is_whole) over (partition by {{ identity }} {{ until_now }}) as whole_number,
            sum(copies_added) over since_reset as running_copies
        from (
            select
                * except (is_whole),
                is_whole or row_number() over (partition by {{ identity }} order by position) = 1 as is_whole,
                {{ ('size(filter(table_actions.resets, reset -> position >= coalesce(reset.positions[' ~ changefeed.topic_partition('position')
                    ~ '], reset.position))) + size(filter(table_actions.sweeps, since -> position.ordered_at >= since))') if actions else '0' }} as resets_before
            from {{ entries }}
            {%- if actions %}
            left join ({{ changefeed.actions_of_tables(actions) }}) using ({{ table }})
            {%- endif %}
        )
        window since_reset as (partition by {{ identity }}, resets_before {{ until_now }})
    )
    window since_reset as (partition by {{ identity }}, resets_before {{ until_now }})
)
window by_key as (partition by {{ identity }} order by position)
{%- endmacro -%}
