{#- The dialect that reads a message: that of its feed. Rows of a dump have a dialect of their own, baseline. -#}
{%- macro dialect_of(topic, feeds) -%}
    if(startswith({{ topic }}, 'changefeed_baseline.'), 'baseline', {{ feeds }}.dialect)
{%- endmacro -%}
