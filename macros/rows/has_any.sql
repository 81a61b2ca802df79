{#-
For each of some conditions, whether any change of the log meets it. The query stops at the first change that does; a
greatest value would need the whole log. True where the log cannot be read.
-#}
{%- macro has_any(log, conditions) -%}
    {%- if not changefeed.is_readable(log) -%}{{ return([true] * conditions | length) }}{%- endif -%}
    {%- set found = [] -%}
    {%- for condition in conditions -%}
        {%- do found.append('(select true from ' ~ log ~ ' where ' ~ condition ~ ' limit 1)') -%}
    {%- endfor -%}
    {%- set values = [] -%}
    {%- for value in changefeed.ask('any', 'select ' ~ found | join(', '), [[true] * conditions | length])[0] -%}
        {%- do values.append(value is true) -%}
    {%- endfor -%}
    {{- return(values) -}}
{%- endmacro -%}
