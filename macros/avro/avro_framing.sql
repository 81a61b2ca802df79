{#- The framing of a message: from the option of its feed, or else the default of its dialect. -#}
{%- macro avro_framing(dialects) -%}
coalesce(options['framing'], case dialect {%- for dialect in dialects %} when '{{ dialect.name }}' then '{{ dialect.options.framing.default }}' {%- endfor %} end)
{%- endmacro -%}
