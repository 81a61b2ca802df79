{#- The framing of a message's feed, or its dialect's default. -#}
{%- macro avro_framing(dialects) -%}
coalesce(options['framing'], case dialect {%- for dialect in dialects %} when '{{ dialect.name }}' then '{{ dialect.options.framing.default }}' {%- endfor %} end)
{%- endmacro -%}
