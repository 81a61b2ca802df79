{#-
Whether a text is a wall time that comes twice in a zone, at the end of summer time. (The first of its two instants is
what is read.) NULL or false for any other text.
-#}
{%- macro is_repeated_hour(reader, text, zone) -%}
    {%- set first = changefeed.read_time(reader, text, 'timestamp', 'wall_time', zone) | trim -%}
    {#- Clocks go back by an hour, in some places by half an hour or by two. -#}
    exists(array(60, 30, 120), minutes -> {{ changefeed.wall_time_in_zone('timestampadd(minute, minutes, ' ~ first ~ ')', zone) }} = {{ changefeed.wall_time_in_zone(first, zone) }})
{%- endmacro -%}
