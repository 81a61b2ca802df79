{#-
How JSON is read everywhere: as its standard says, texts and numbers of any length. Jackson's limits of 1,000 levels and
names of 50,000 characters stay.
-#}
{%- macro json_options(more=none) -%}
map(
    {{- "'allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'" ~ (', ' ~ more if more) -}}
)
{%- endmacro -%}
