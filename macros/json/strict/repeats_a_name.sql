{#-
Whether a map that was parsed from JSON has a key twice. Spark keeps both, and a function that builds a map of it fails.
-#}
{%- macro repeats_a_name(map) -%}
(size(array_distinct(map_keys({{ map }}))) <> size({{ map }}))
{%- endmacro -%}
