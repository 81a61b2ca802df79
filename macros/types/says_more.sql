{#-
Whether a source type says more of a column than what was sent: enum('a') more than io.debezium.data.Enum, and bigint
unsigned more than bigint, or Connect's int64.
-#}
{%- macro says_more(source_type, sent) -%}
    {%- set type, other = source_type | trim | lower, sent | trim | lower -%}
    {%- set bare = other.split('.')[-1] -%}
    {{- return(
        '(' not in other and (type.startswith(bare ~ '(') or type.startswith(bare ~ ' '))
        or changefeed.is_unsigned_bigint(type) and not changefeed.is_unsigned_bigint(other)
    ) -}}
{%- endmacro -%}
