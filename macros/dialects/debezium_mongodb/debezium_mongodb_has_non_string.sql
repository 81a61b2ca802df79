{#-
Whether a document, what an update sets, or a name in source is not a JSON string. A message is parsed again only where
one of these names, at whatever depth, has no string behind it.
-#}
{%- macro debezium_mongodb_has_non_string() -%}
{%- set members = 'before variant, after variant, updateDescription struct<updatedFields:variant,removedFields:array<variant>>, source struct<db:variant, collection:variant>' -%}
if(
    contains(value_text, r'\u00') or value_text rlike r'"(?:before|after|updatedFields|db|collection)"\s*+:\s*+(?!["n])'
    or exists(dbm_unset, text -> coalesce({{ changefeed.looks_like_not_string('text') }}, false)),
    exists(
        array(from_json(value_text, '{{ members }}, payload struct<{{ members | replace(' variant', ':variant') | replace(' struct', ':struct') }}>', {{ changefeed.json_options() }})),
        sent -> exists(
            zip_with(
                concat(array(dbm_body.before, dbm_body.after, dbm_body.updateDescription.updatedFields, dbm_body.source['db'], dbm_body.source['collection']), dbm_unset),
                transform(
                    array(if(
                        dbm.payload is null,
                        struct(sent.before, sent.after, sent.updateDescription, sent.source),
                        struct(sent.payload.before, sent.payload.after, sent.payload.updateDescription, sent.payload.source)
                    )),
                    body -> concat(
                        array(body.before, body.after, body.updateDescription.updatedFields, body.source.db, body.source.collection),
                        coalesce(body.updateDescription.removedFields, array())
                    )
                )[0],
                (text, value) -> text is not null and {{ changefeed.is_not_string('value') }}
            ),
            is_other -> is_other
        )
    ),
    false
)
{%- endmacro -%}
