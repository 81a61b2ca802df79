{#-
The options with which JSON is read everywhere: strict, texts and numbers of any length. Jackson's limits of 1,000
levels and of names of 50,000 characters stay.
-#}
{%- macro json_options(more=none) -%}
map(
    {{- "'allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'" ~ (', ' ~ more if more) -}}
)
{%- endmacro -%}
