{#-
The rank (concurrent_rank) of each change of an instant that has more than one possible order. The default order is that
of topic, incarnation and partition.

- Within a partition a rank never falls.
- A change that must follow a change of a later partition gets a greater rank than that change.
- A change that must follow a change of an earlier partition gets the rank of that change, or a greater one.
- The least ranks that fulfil these rules are taken. A change that needs no rank has NULL.
- An object can have several orderings. A precedence in which all orderings agree always counts. The other precedences
  of the first ordering (is_soft) count where the ranks can keep them too.
- Where precedences contradict each other (is_circular), the default order stays.
-#}
{%- macro concurrent_ranks(members, orders) -%}
{%- set instant = 'feed, ordered_at' -%}
with precedences as (

    select
        {{ instant }},
        pair.is_soft,
        accesses[pair.one].topic_partition as one_partition,
        accesses[pair.one].last_within as one,
        accesses[pair.other].topic_partition as other_partition,
        accesses[pair.other].within as other
    from {{ orders }}
    lateral view explode(flatten(transform(
        orderings[0],
        (one, nth) -> transform(
            filter(slice(orderings[0], nth + 2, size(orderings[0])), other -> accesses[one].topic_partition <> accesses[other].topic_partition),
            other -> struct(
                one,
                other,
                not forall(orderings, ordering -> array_position(ordering, one) < array_position(ordering, other)) as is_soft
            )
        )
    ))) as pair

),

-- From one partition to another, two precedences are enough: the latest before a change and the earliest after it.
latest as (

    select
        {{ instant }},
        is_soft,
        one_partition,
        max(one) as one,
        other_partition,
        other
    from precedences
    group by {{ instant }}, is_soft, one_partition, other_partition, other

),

earliest as (

    select
        {{ instant }},
        is_soft,
        one_partition,
        one,
        other_partition,
        min(other) as other
    from latest
    group by {{ instant }}, is_soft, one_partition, other_partition, one

),

ranked as (

    select
        {{ instant }},
        {{ changefeed._relaxed('precedences') | indent(8) }} as relaxed
    from (
        select
            {{ instant }},
            collect_list(struct(
                is_soft, one_partition, one, other_partition, other, if(one_partition > other_partition, 1, 0) as least_rank, 0 as concurrent_rank
            )) as precedences
        from earliest
        group by {{ instant }}
    )

),

concurrent_ranks as (

    select
        members.* except (concurrent_rank),
        members.concurrent_rank as concurrent_rank_before,
        not coalesce(ranked.relaxed.is_settled, true) as is_circular,
        aggregate(
            ranked.relaxed.ranks,
            cast(null as int),
            (greatest_rank, each) -> if(
                each.other_partition = members.topic_partition and each.other <= members.within,
                nullif(greatest(greatest_rank, each.concurrent_rank), 0),
                greatest_rank
            )
        ) as concurrent_rank
    from {{ members }} as members
    left join ranked using ({{ instant }})

)

select * from concurrent_ranks
{%- endmacro -%}


{#-
Precedences with the least ranks that keep them all. A rank is one more than the rank of the first change where the
precedence is against the default order, else the same. The soft precedences are tried too at first, then left out.
ranks is empty, and is_settled false, where the ranks do not settle: because the precedences go in a circle, or because
there are too many of them.
-#}
{%- macro _relaxed(precedences) -%}
aggregate(
    array(true, false),
    struct(false as is_settled, slice({{ precedences }}, 1, 0) as ranks),
    (tried, with_soft) -> if(
        tried.is_settled,
        tried,
        aggregate(
            sequence(0, if(
                size({{ precedences }}) > {{ changefeed._most_precedences() }}, 0, least(size({{ precedences }}), {{ changefeed._most_rounds() }})
            )),
            struct(
                false as is_settled,
                filter({{ precedences }}, each -> with_soft or not each.is_soft) as ranks
            ),
            (state, nth) -> if(
                state.is_settled,
                state,
                aggregate(
                    array(transform(state.ranks, each -> struct(
                        each.is_soft, each.one_partition, each.one, each.other_partition, each.other, each.least_rank,
                        each.least_rank + aggregate(
                            state.ranks,
                            0,
                            (rank, earlier) -> if(
                                earlier.other_partition = each.one_partition and earlier.other <= each.one, greatest(rank, earlier.concurrent_rank), rank
                            )
                        ) as concurrent_rank
                    ))),
                    state,
                    (last, ranks) -> struct(ranks = last.ranks as is_settled, ranks)
                )
            )
        )
    ),
    tried -> struct(
        tried.is_settled, if(tried.is_settled, filter(tried.ranks, each -> each.concurrent_rank > 0), slice({{ precedences }}, 1, 0)) as ranks
    )
)
{%- endmacro -%}


{#- The most precedences of one instant that are weighed. With more, the default order stays. -#}
{%- macro _most_precedences() -%}500{%- endmacro -%}


{#- How often an order may go back and forth between partitions at one instant. -#}
{%- macro _most_rounds() -%}64{%- endmacro -%}
