{#- A query of the feeds that have more of something than they may: feed, measure, found, most. -#}
{%- macro beyond_limits(view) -%}
    {%- set compared = [] -%}
    {%- for measure, limit in changefeed.limits().items() if limit.view == view and (limit.most is not none or limit.feeds) -%}
        {%- do compared.append((measure, changefeed._most(limit))) -%}
    {%- endfor -%}
select *
from (
    select
        feed,
        stack(
            {{ compared | length }}
            {%- for measure, most in compared %},
            '{{ measure }}', cast({{ measure }} as bigint), cast({{ most }} as bigint)
            {%- endfor %}
        ) as (measure, found, most)
    from {{ ref('changefeed_' ~ view) }}
)
where found > most
{%- endmacro -%}


{#- The limit of a row's feed. -#}
{%- macro _most(limit) -%}
    {%- set others = 'null' if limit.most is none else limit.most -%}
    {%- if limit.feeds -%}
case feed {%- for feed, most in limit.feeds.items() %} when {{ changefeed.sql_string(feed) }} then {{ most }}{% endfor %} else {{ others }} end
    {%- else -%}
        {{- others -}}
    {%- endif -%}
{%- endmacro -%}
