{#- The number of the epoch in which a position lies, by the times at which those of its feed begin. -#}
{%- macro epoch_of(column, times) -%}
case feed
    {%- for feed, each_time in times.items() %}
    when {{ changefeed.sql_string(feed) }} then size(filter(
        cast(array({% for since in each_time %}timestamp '{{ since }}'{{ ', ' if not loop.last }}{% endfor %}) as array<timestamp>),
        each -> each <= {{ column }}.ordered_at
    ))
    {%- endfor %}
end
{%- endmacro -%}
