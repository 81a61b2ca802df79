{#-
Whether any change of the log meets each of some conditions. One is enough: a greatest value would be looked for in the
whole log.
-#}
{%- macro has_any(log, conditions) -%}
    {%- if not changefeed.is_readable(log) -%}{{ return([true] * conditions | length) }}{%- endif -%}
    {%- set found = [] -%}
    {%- for condition in conditions -%}
        {%- do found.append('(select true from ' ~ log ~ ' where ' ~ condition ~ ' limit 1)') -%}
    {%- endfor -%}
    {%- set values = [] -%}
    {%- for value in run_query('select ' ~ found | join(', ')).rows[0] -%}
        {%- do values.append(value is true) -%}
    {%- endfor -%}
    {{- return(values) -}}
{%- endmacro -%}
