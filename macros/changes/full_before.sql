{#- The whole image before a change, also where the log keeps only the columns that changed. -#}
{%- macro full_before() -%}
    if(is_before_changed_only, {{ changefeed.overlay('after', 'before') }}, before)
{%- endmacro -%}
