{#-
The expression of the message's own dialect, from a dict dialect → SQL. NULL where the dialect has none, or where the
condition fails. With one dialect there is no CASE: a statement reads messages of its own dialects only.
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
