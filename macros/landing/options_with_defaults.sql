{#-
The values of some options, as an array in the order of the options' names. The options are those in the text
`defaults`. A value comes from the text `options`, or else from `defaults`.
-#}
{%- macro options_with_defaults(options, defaults) -%}
transform(
    array_sort(coalesce(map_keys({{ changefeed.feed_options(defaults) }}), array())),
    name -> coalesce({{ changefeed.feed_options(options) }}[name], {{ changefeed.feed_options(defaults) }}[name])
)
{%- endmacro -%}
