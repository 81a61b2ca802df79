{#-
A type's name without its arguments: "timestamp(3) with time zone" → timestamp with time zone, "bigint(20) unsigned" →
bigint.
-#}
{%- macro debezium_whole_name(source_type) -%}
    {{- return(modules.re.sub('[(].*[)]', '', source_type | lower, flags=modules.re.DOTALL).replace(' unsigned', '').replace(' zerofill', '').split() | join(' ')) -}}
{%- endmacro -%}
