{#- The log with the rank that each change has from earlier runs (tie_rank). -#}
{%- macro with_known_rank(log, ranks) -%}
{%- if ranks -%}
(
    select
        log.*,
        ranks.tie_rank
    from {{ log }} as log
    left join ({{ changefeed.latest_ranks(ranks) }}) as ranks
        on {{ changefeed.is_same_record('log', 'ranks') }}
)
{%- else -%}
(select *, cast(null as int) as tie_rank from {{ log }})
{%- endif -%}
{%- endmacro -%}
