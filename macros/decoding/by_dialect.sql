{#-
What the dialect of a message says, of dialect → SQL; NULL where it says nothing, or where a condition fails. With one
dialect nothing is asked: a statement reads the messages of its dialects only.
-#}
{%- macro by_dialect(expressions, dialects, condition='true') -%}
{%- if not expressions -%}
null
{%- elif dialects | length == 1 -%}
    {%- for expression in expressions.values() -%}
{{ 'if(' ~ condition ~ ', ' ~ expression ~ ', null)' if condition != 'true' else expression }}
    {%- endfor -%}
{%- else -%}
case {{ 'if(' ~ condition ~ ', dialect, null)' if condition != 'true' else 'dialect' }}
    {%- for dialect, expression in expressions.items() %}
    when '{{ dialect }}' then {{ expression | indent(4) }}
    {%- endfor %}
end
{%- endif -%}
{%- endmacro -%}
