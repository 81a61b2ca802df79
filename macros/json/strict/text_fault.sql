{#- Why the bytes of a message cannot be read as text, before any dialect looks at them; NULL when they can. -#}
{%- macro text_fault(value) -%}
case
    when {{ value }} is null then null
    when length({{ value }}) = 0 then 'empty_value'
    {#- What the loader writes: changefeed/loader/masked_messages.py. #}
    when startswith({{ value }}, cast('changefeed: left out at landing' as binary)) then 'left_out_at_landing'
    when startswith({{ value }}, X'00') then 'invalid_json'
    when not is_valid_utf8(cast({{ value }} as string)) then 'not_utf8'
    when {{ changefeed.has_lone_surrogate('cast(' ~ value ~ ' as string)') | indent(4) }} then 'lone_surrogate'
end
{%- endmacro -%}
