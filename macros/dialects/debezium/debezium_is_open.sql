{#-
Whether debezium_type() would refuse a type. The type is unknown, or depends on a setting of the connector that the feed
does not tell.
-#}
{%- macro debezium_is_open(source_type, feed) -%}
    {%- set base = changefeed.source_type(source_type).base -%}
    {%- set whole = changefeed.debezium_whole_name(source_type) -%}
    {%- if '.' in base or changefeed.debezium_is_array(source_type) or base in changefeed.debezium_connect_types() -%}
        {{- return(false) -}}
    {%- endif -%}
    {%- set rule = changefeed.debezium_source_types(feed.source_kind).get(whole) -%}
    {%- set option = changefeed.debezium_deciding_option(rule, source_type) -%}
    {{- return(not rule or option is not none and feed.options.get(option, 'undeclared') == 'undeclared') -}}
{%- endmacro -%}
