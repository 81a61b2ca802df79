{#-
The texts that have no value of their type, by name of their column, behind a prefix; `read` has the SQL of the value
that was read, by name.
-#}
{%- macro unreadable_texts(values, read, prefix='') -%}
map_filter(
    map(
    {%- for name, each in values.items() %}
        {{ changefeed.sql_string(prefix ~ name) }}, if({{ read[name] }} is null, {{ each.text }}, null){{ ',' if not loop.last }}
    {%- endfor %}
    ),
    (name, text) -> text is not null
)
{%- endmacro -%}
