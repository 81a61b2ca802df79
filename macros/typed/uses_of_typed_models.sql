{#- While dbt parses, no yml is known: what a typed model may depend on. -#}
{%- macro uses_of_typed_models() -%}
    {%- do ref('changefeed_feed_settings') -%}
    {%- do function('latin1_bytes') -%}
    {%- do function('go_quoted_bytes') -%}
    {%- do function('utf8_of_latin1') -%}
    {%- do function('mysql_enum_label') -%}
    {%- do function('mysql_set_labels') -%}
    {%- do function('mysql_time_micros') -%}
    {%- do function('byte_list') -%}
    {%- do function('unix_instant') -%}
    {%- do function('decimal_places') -%}
    {%- do function('base64_integer') -%}
    {%- do function('scaled_number') -%}
{%- endmacro -%}
