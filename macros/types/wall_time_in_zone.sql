{#- The wall time that an instant is in a zone. -#}
{%- macro wall_time_in_zone(instant, zone) -%}
convert_timezone('UTC', '{{ zone }}', cast({{ instant }} as timestamp_ntz))
{%- endmacro -%}
