{#-
Kafka's time of a message as far as it counts in the order (ADR 0004). A time more than a day after the message landed
is that of a clock that was wrong, and counts as none.
-#}
{%- macro time_in_order(message) -%}
if({{ message }}.kafka_at <= {{ message }}.landed_at + interval 1 day, {{ message }}.kafka_at, null)
{%- endmacro -%}
