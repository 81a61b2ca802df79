{#-
The texts in a row after an update that look like a placeholder of the feed's own, as options (an array; empty where
there is none). `row` is SQL of the row.
-#}
{%- macro debezium_sent_placeholders(row) -%}
coalesce(transform(
    filter(
        array_distinct(map_values({{ row }})),
        text -> text rlike r'(?i)^(?=[!-~]{6,80}\z)[^\[{"]*(?:unavailable|unchanged|not_?in_?log|toast)' and text <> '__debezium_unavailable_value'
    ),
    text -> concat('unavailable=', text)
), array())
{%- endmacro -%}
