{#- A place in PostgreSQL's log (LSN), `16/B374D848`, as a number; NULL where it is none. -#}
{%- macro lsn_as_number(text) -%}
transform(
    array({{ text }}),
    lsn -> if(
        lsn rlike r'^[0-9A-Fa-f]{1,8}/[0-9A-Fa-f]{1,8}\z',
        cast(conv(concat(split_part(lsn, '/', 1), lpad(split_part(lsn, '/', 2), 8, '0')), 16, 10) as decimal(38,0)),
        null
    )
)[0]
{%- endmacro -%}
