{#- Whether two changes or statements came from one place: feed, Kafka record, and index in the record. -#}
{%- macro is_same_record(one, other, place=none) -%}
{{ one }}.feed = {{ other }}.feed
{%- for column in ['topic', 'topic_incarnation', 'partition', 'offset', 'message_index'] %} and {{ place or one }}.{{ column }} = {{ other }}.{{ column }}{% endfor -%}
{%- endmacro -%}
