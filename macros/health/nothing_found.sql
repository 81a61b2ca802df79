{#-
The query of a test that has nothing to look at, since found_by_run() says so: no row, with the columns that a person
would see.
-#}
{%- macro nothing_found(columns) -%}
select {% for name in columns %}cast(null as string) as {{ name }}{{ ', ' if not loop.last }}{% endfor %}
where false
{%- endmacro -%}
