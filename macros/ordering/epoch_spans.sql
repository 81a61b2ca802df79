{#-
The epochs of each feed after the first (epoch 0): the number, the beginning (since), and the beginning of the next
(until).
-#}
{%- macro epoch_spans(epochs, up_to=none) -%}
select
    feed,
    since,
    cast(row_number() over (partition by feed order by since) as int) as epoch,
    coalesce(lead(since) over (partition by feed order by since), timestamp '9999-12-31 23:59:59.999999') as until
from (
    select distinct feed, since
    from (
        select feed, since, cause
        from {{ epochs }}
        where since is not null {%- if up_to is not none %} and decode_batch_id <= {{ up_to }}{% endif %}
        group by feed, since, cause
        having max_by(is_begun, decode_batch_id)
    )
)
{%- endmacro -%}
