{#-
What a text of options gives for each of the options that another text gives: an array, in the order of their names.
-#}
{%- macro options_with_defaults(options, defaults) -%}
transform(
    array_sort(coalesce(map_keys({{ changefeed.feed_options(defaults) }}), array())),
    name -> coalesce({{ changefeed.feed_options(options) }}[name], {{ changefeed.feed_options(defaults) }}[name])
)
{%- endmacro -%}
