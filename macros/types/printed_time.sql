{#- A time with the digits of a second that its type has; where the type says none, MySQL has none. -#}
{%- macro printed_time(time, family, parts) -%}
    {%- set digits = parts.arguments[0] | int(0) if parts.arguments else (0 if family == 'mysql' else none) -%}
    {%- if digits is none -%}
        rtrim('.', rtrim('0', date_format({{ time }}, 'yyyy-MM-dd HH:mm:ss.SSSSSS')))
    {%- else -%}
        date_format({{ time }}, 'yyyy-MM-dd HH:mm:ss{{ '.' ~ 'S' * ([digits, 6] | min) if digits }}')
    {%- endif -%}
{%- endmacro -%}
