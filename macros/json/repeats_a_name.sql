{#- Whether a map that was parsed from JSON names a key twice: Spark keeps both, and what builds a map of it fails. -#}
{%- macro repeats_a_name(map) -%}
(size(array_distinct(map_keys({{ map }}))) <> size({{ map }}))
{%- endmacro -%}
