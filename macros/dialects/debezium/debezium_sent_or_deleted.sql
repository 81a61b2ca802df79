{#-
What was sent. Of a record without a value, where it deletes a row, the delete that Debezium sent before it, with the
names that the topic has. `type` is that of what was sent, `deletes` SQL of whether such a
record deletes.
-#}
{%- macro debezium_sent_or_deleted(sent, type, deletes) -%}
{%- set in_topic = changefeed.debezium_names_in_topic() -%}
if(
    value_text is null and {{ deletes }},
    from_json(
        to_json(struct(struct('d' as op, struct({{ in_topic.database }} as db, {{ in_topic.schema }} as `schema`, {{ in_topic.table }} as `table`, 'false' as snapshot) as source) as sent)),
        'sent {{ type }}'
    ).sent,
    {{ sent }}
)
{%- endmacro -%}
