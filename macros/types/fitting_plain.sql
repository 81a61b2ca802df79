{#- fitting_texts() of a kind of values as a database prints them. -#}
{%- macro fitting_plain(kind, family, source_type) -%}
    {%- set parts = changefeed.source_type(source_type) -%}
    {%- set numbers = parts.arguments | map('int', -1) | list -%}
    {%- if kind == 'text' and numbers and numbers[0] > 0 and 'char' in parts.base -%}
        {{- return('(?s)^.{0,' ~ numbers[0] ~ '}\\z') -}}
    {%- elif kind == 'decimal' and numbers and numbers[0] > 0 -%}
        {%- set places = numbers[1] if numbers | length > 1 else 0 -%}
        {{- return('^[-+]?0*[0-9]{0,' ~ [numbers[0] - places, 0] | max ~ '}(?:[.][0-9]{0,' ~ [places, 0] | max ~ '}0*)?\\z|[eE]' if places >= 0 else none) -}}
    {%- elif kind == 'integer' -%}
        {{- return(changefeed._fitting_integers(family, parts)) -}}
    {%- elif kind in ('wall_time', 'instant', 'time') and (numbers and numbers[0] >= 0 or family == 'mysql') -%}
        {{- return('^[^.]*(?:[.][0-9]{0,' ~ (numbers[0] if numbers else 0) ~ '}0*(?![0-9]).*)?\\z') -}}
    {%- endif -%}
    {{- return(none) -}}
{%- endmacro -%}


{#- Whole numbers of a type's bits. -#}
{%- macro _fitting_integers(family, parts) -%}
    {%- set bits = {'tinyint': 8, 'smallint': 16, 'mediumint': 24, 'int': 32, 'integer': 32, 'bigint': 64, 'int2': 16, 'int4': 32, 'int8': 64}.get(parts.base) -%}
    {%- if not bits or family not in ('mysql', 'postgresql', 'gaussdb', 'sqlserver', 'db2') -%}{{ return(none) }}{%- endif -%}
    {%- set is_unsigned = parts.is_unsigned or family == 'sqlserver' and bits == 8 -%}
    {%- set most = 2 ** (bits if is_unsigned else bits - 1) - 1 -%}
    {%- set least = changefeed._digits_up_to(0 if is_unsigned else most + 1) -%}
    {{- return('^(?:[+]?' ~ changefeed._digits_up_to(most) ~ '|-' ~ least ~ ')(?:[.]0*)?\\z|^(?:true|false)\\z') -}}
{%- endmacro -%}


{#- A regular expression of the whole numbers from 0 to one. -#}
{%- macro _digits_up_to(number) -%}
    {%- set digits = number | string -%}
    {%- set found = ['[0-9]{1,' ~ (digits | length - 1) ~ '}'] if digits | length > 1 else [] -%}
    {%- for i in range(digits | length) if digits[i] != '0' -%}
        {%- do found.append(digits[:i] ~ '[0-' ~ (digits[i] | int - 1) ~ '][0-9]{' ~ (digits | length - i - 1) ~ '}') -%}
    {%- endfor -%}
    {{- return('0*(?:' ~ (found + [digits]) | join('|') ~ ')') -}}
{%- endmacro -%}
