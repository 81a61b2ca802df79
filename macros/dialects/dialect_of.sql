{#- The dialect of a message: its feed's, but for the rows of a dump, which are landed in a form of their own. -#}
{%- macro dialect_of(topic, feeds) -%}
    if(startswith({{ topic }}, 'changefeed_baseline.'), 'baseline', {{ feeds }}.dialect)
{%- endmacro -%}
