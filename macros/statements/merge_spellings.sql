{#-
A statement that writes what the names in events mean now (spellings()) into those events that have another meaning.
`events` has is_understood, actions, other_spellings and the columns that tell one event from another (`known_by`).
`which` is a condition on feed. `sets` (column → expression over `events` and `found`) has other columns that are
written too. An event for which `is_to_be_set` holds is always written.
-#}
{%- macro merge_spellings(events, tables, known_by, which='true', sets={}, makes_names=true, is_to_be_set='false') -%}
merge into {{ events }} as events
using (
    with names as (
        select feed, {{ known_by | join(', ') }}, named.name, named.is_new{{ ' and false' if not makes_names }} as is_new
        from {{ events }}
        lateral view explode({{ changefeed.names_in_statement() | indent(8) }}) as named
        where {{ which }}
    ),
    tables as (
        {{ tables | indent(8) }}
    ),
    spellings as (
        {{ changefeed.spellings('names', 'tables') | indent(8) }}
    ),
    found as (
        select feed, {{ known_by | join(', ') }}, array_sort(collect_set(struct(name, tables))) as other_spellings
        from names
        inner join spellings using (feed, name)
        group by feed, {{ known_by | join(', ') }}
    )
    select distinct feed, {{ known_by | join(', ') }}, coalesce(found.other_spellings, slice(events.other_spellings, 1, 0)) as other_spellings
    from {{ events }} as events
    left join found using (feed, {{ known_by | join(', ') }})
    where
        {{ which }}
        and ({{ is_to_be_set }} or events.other_spellings <> coalesce(found.other_spellings, slice(events.other_spellings, 1, 0)))
) as found
on events.feed = found.feed {%- for column in known_by %} and events.{{ column }} = found.{{ column }}{% endfor %}
when matched then update set
    {%- for column, value in sets.items() %}
    {{ column }} = {{ value }},
    {%- endfor %}
    is_understood = if(size(events.actions) > 0, forall(found.other_spellings, each -> size(each.tables) = 1), events.is_understood),
    other_spellings = found.other_spellings
{%- endmacro -%}
