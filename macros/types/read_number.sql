{#- Reads a text as a number or a boolean. NULL where the Spark type has no such value exactly. -#}
{%- macro read_number(reader, text, type, kind) -%}
    {%- if reader in ('boolean_text', 'true_or_false') -%}
        {%- set value = "case lower(" ~ text ~ ") when 'true' then true when 't' then true when '1' then true when 'false' then false when 'f' then false when '0' then false end"
            if reader == 'boolean_text' else 'case ' ~ text ~ " when 'true' then true when 'false' then false end" -%}
        {{- value if type == 'boolean' else 'cast(' ~ value ~ ' as ' ~ type ~ ')' -}}
    {%- else -%}
        {{- changefeed._number_as(changefeed._digits(reader, text), type, kind, reader in ('java_number', 'bson_number')) -}}
    {%- endif -%}
{%- endmacro -%}


{#- The digits of a number, as a text. NULL where the text could also mean another number. -#}
{%- macro _digits(reader, text) -%}
    {%- if reader == 'number_but_1900' -%}
        if({{ text }} = '1900', '0', {{ text }})
    {%- elif reader == 'number_but_negative' -%}
        if(startswith({{ text }}, '-'), null, {{ text }})
    {%- elif reader == 'number_or_bits' -%}
        {#- No document says whether the text is the number or its bits: 10 could be 2. -#}
        if({{ text }} rlike r'^(?:[01]|[01]*+[2-9][0-9]*+)\z', {{ text }}, null)
    {%- elif reader == 'base64_bits' -%}
        {#- Leading zero bytes may be missing. -#}
        if(length({{ changefeed.read_bytes('base64_bytes', text, 'binary') }}) <= 8, conv(concat('0', hex({{ changefeed.read_bytes('base64_bytes', text, 'binary') }})), 16, 10), null)
    {%- elif reader == 'hex_bits' -%}
        if({{ text }} rlike r'^([0-9a-fA-F]{2}){1,8}\z', conv({{ text }}, 16, 10), null)
    {%- elif reader == 'number_or_boolean' -%}
        case {{ text }} when 'true' then '1' when 'false' then '0' else {{ text }} end
    {%- elif reader == 'bson_number' -%}
        {#- Extended JSON names the kind of a number that JSON has not: {"$numberDecimal":"1.10"}. -#}
        {{- changefeed.bson_digits(text) -}}
    {%- else -%}
        {{- text -}}
    {%- endif -%}
{%- endmacro -%}


{#- Digits, with an exponent where the reader allows one, as a value of a Spark type. -#}
{%- macro _number_as(digits, type, kind, has_exponent) -%}
    {%- if type.startswith('decimal') -%}
        {%- set scale = type.split(',')[1].split(')')[0] | int -%}
        {%- if has_exponent -%}
            if({{ function('decimal_places') }}({{ digits }}) <= {{ scale }}, try_cast({{ digits }} as {{ type }}), null)
        {%- else -%}
            if({{ digits }} rlike r'^[-+]?(?:[0-9]++([.][0-9]{0,{{ scale }}}0*)?|[.][0-9]{1,{{ [scale, 1] | max }}}0*)\z', try_cast({{ digits }} as {{ type }}), null)
        {%- endif -%}
    {%- elif type == 'boolean' -%}
        case {{ digits }} when '1' then true when '0' then false end
    {%- elif type in ('tinyint', 'smallint', 'int', 'bigint') and has_exponent -%}
        if({{ function('decimal_places') }}({{ digits }}) = 0, try_cast(try_cast({{ digits }} as decimal(38,0)) as {{ type }}), null)
    {%- elif type in ('float', 'double') and kind in ('float32', 'float64') -%}
        if({{ changefeed._is_float(digits, type) }}, try_cast({{ digits }} as {{ type }}), null)
    {%- elif type in ('float', 'double') -%}
        if({{ changefeed._is_whole_as_float(digits, type) }}, try_cast({{ digits }} as {{ type }}), null)
    {%- else -%}
        try_cast({{ digits }} as {{ type }})
    {%- endif -%}
{%- endmacro -%}


{#-
Whether a text is that of a value of float or double. A float is written with as few digits as tell it from others, with
nine, or as the double that it is. A double has up to 17 digits, or 30 behind the point (OMS), and a whole number is
itself. Other texts are other numbers: of a double or an integer where a column had that type before, or beyond the
range of the type, where Spark gives infinity or zero.
-#}
{%- macro _is_float(digits, type) -%}
    {%- set value = 'try_cast(' ~ digits ~ ' as ' ~ type ~ ')' -%}
    {%- if type == 'float' -%}
        try_cast({{ digits }} as double) in (double(string({{ value }})), double({{ value }}), double(format_string('%.8e', double({{ value }}))))
        and ({{ digits }} rlike '[^-+0-9]|^.{0,15}$' or try_cast({{ digits }} as decimal(38,0)) = try_cast(string(double({{ value }})) as decimal(38,0)))
    {%- else -%}
        not {{ digits }} rlike '^[^eE]*[1-9]' or abs({{ value }}) <> double('Infinity') and {{ value }} <> 0 and {{ digits }} rlike '^[-+0.]*[1-9](?:[.]?[0-9]){0,16}[.0]*(?:[eE]|$)|[.][0-9]{30}$'
        and ({{ digits }} rlike '[^-+0-9]|^.{0,15}$' or try_cast({{ digits }} as decimal(38,0)) = try_cast(string({{ value }}) as decimal(38,0)))
    {%- endif -%}
{%- endmacro -%}


{#-
Whether a number of a source that is no float, or may be none, is one as a float or double: where the value of the type
gives the same number again. A number of up to 6 digits is one float, and of up to 15 one double, as far as it is in the
range of the type.
-#}
{%- macro _is_whole_as_float(digits, type) -%}
    {%- set more = 5 if type == 'float' else 14 -%}
    {%- set value = 'try_cast(' ~ digits ~ ' as ' ~ type ~ ')' -%}
        string({{ value }}) = replace(upper({{ digits }}), 'E+', 'E')
        or {{ digits }} rlike '^[-+0.]*(?:[eE]|$)'
        or {{ digits }} rlike '^[-+0.]*[1-9](?:[.]?[0-9]){0,{{ more }}}[.0]*(?:[eE]|$)' and {{ value }} <> 0 and abs({{ value }}) <> {{ type }}('Infinity')
        or {{ function('decimal_places') }}({{ digits }}) <= 18 and try_cast(string({{ value }}) as decimal(38,18)) = try_cast({{ digits }} as decimal(38,18))
{%- endmacro -%}
