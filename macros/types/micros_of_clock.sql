{#- The microseconds of a text such as -12:30:00.5, by builtins alone: it may stand within a lambda. -#}
{%- macro micros_of_clock(text) -%}
if(startswith({{ text }}, '-'), -1, 1) * (cast(split_part(ltrim('-', {{ text }}), ':', 1) as bigint) * 3600000000 + cast(split_part({{ text }}, ':', 2) as bigint) * 60000000 + cast(cast(split_part({{ text }}, ':', 3) as decimal(8,6)) * 1000000 as bigint))
{%- endmacro -%}
