{#-
Whether two changes or statements came from one record: the feed, the Kafka record and the index in the message are the
same.
-#}
{%- macro is_same_record(one, other, record=none) -%}
{{ one }}.feed = {{ other }}.feed
{%- for column in ['topic', 'topic_incarnation', 'partition', 'offset', 'message_index'] %} and {{ record or one }}.{{ column }} = {{ other }}.{{ column }}{% endfor -%}
{%- endmacro -%}
