{#- Whether a change, or what was made of it, is one of rerankings. -#}
{%- macro is_reranked(one, reranked, place) -%}
{{ one }}.feed = {{ reranked }}.feed
{%- for column in ['topic', 'topic_incarnation', 'partition', 'offset', 'message_index'] %} and {{ place }}.{{ column }} = {{ reranked }}.{{ column }}{% endfor -%}
{%- endmacro -%}
