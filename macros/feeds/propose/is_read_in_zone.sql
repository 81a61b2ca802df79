{#- Whether a value of a type is another time in another zone: then the SQL that reads it differs. -#}
{%- macro is_read_in_zone(dialect, kind, source_type) -%}
    {%- set feed = changefeed.feed_of_dialect(dialect, kind) -%}
    {%- set type = changefeed.data_type(source_type, feed) -%}
    {{- return(type in ['timestamp', 'timestamp_ntz', 'date'] and changefeed.typed_value(source_type, 'text', type, feed) != changefeed.typed_value(source_type, 'text', type, dict(feed, time_zone='Asia/Shanghai'))) -}}
{%- endmacro -%}
