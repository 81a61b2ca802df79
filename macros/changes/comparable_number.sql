{#-
The one text of a number's value: exact, without exponent, without superfluous zeros. -0 stays -0. The text has at least
`scale` digits after the point. A text that is no number stays.
-#}
{%- macro comparable_number(text, scale='0') -%}
if(
    {{ changefeed.is_number_text(text) }},
    transform(
        array(struct(
            if(left({{ text }}, 1) = '-', '-', '') as sign,
            regexp_replace(regexp_extract({{ text }}, '^[^eE]*', 0), '[-+.]', '') as digits,
            length(regexp_extract({{ text }}, '^[-+]?([0-9]*)', 1))
            + coalesce(try_cast(regexp_extract({{ text }}, '[eE](.*)$', 1) as int), 0) as whole_digits
        )),
        n -> transform(
            array(struct(
                if(n.whole_digits > 0, ltrim('0', rpad(left(n.digits, n.whole_digits), n.whole_digits, '0')), '') as whole,
                rtrim('0', if(
                    n.whole_digits > 0,
                    substr(n.digits, n.whole_digits + 1),
                    concat(repeat('0', -n.whole_digits), n.digits)
                )) as fraction
            )),
            m -> concat(
                n.sign,
                if(m.whole = '', '0', m.whole),
                if(m.fraction <> '' or {{ scale }} > 0, concat('.', rpad(m.fraction, greatest(length(m.fraction), {{ scale }}), '0')), '')
            )
        )[0]
    )[0],
    {{ text }}
)
{%- endmacro -%}
