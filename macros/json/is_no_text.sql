{#- Whether a member that is read as text first, and then by json_object_of(), was sent as anything but an object of texts. -#}
{%- macro is_no_object_of_texts(member, text, map) -%}
(
    {{ text }} is not null and {{ map }} is null
    or {{ changefeed.was_sent_as_text(member) }}
    or if(
        coalesce(exists(map_values({{ map }}), text -> {{ changefeed.looks_like_no_text('text') }}), false),
        coalesce(exists(
            zip_with(
                map_values({{ map }}),
                map_values(from_json({{ text }}, 'map<string,variant>', {{ changefeed.json_options() }})),
                (text, value) -> text is not null and {{ changefeed.is_no_text('value') }}
            ),
            is_other -> is_other
        ), true),
        false
    )
)
{%- endmacro -%}


{#-
Whether a member at the top of the message was sent as a text, which may hold the JSON of an object. Where its name stands once, and no escape can hide a
letter of one, what follows it says so; else the message is read again.
-#}
{%- macro was_sent_as_text(member) -%}
case
    when not array_contains(names, '{{ member }}') then false
    when contains(value_text, r'\u00') or size(split(value_text, '"{{ member }}"')) > 2
        then coalesce(exists(array(from_json(value_text, '`{{ member }}` variant', {{ changefeed.json_options() }}).`{{ member }}`), sent -> {{ changefeed.json_kind('sent') | replace('\n', ' ') }} = 'STRING'), false)
    else value_text rlike r'"{{ member }}"\s*+:\s*+"'
end
{%- endmacro -%}


{#-
Whether a text is spelled as a number, true, false, an object or an array: then it may have been one. Of a number beyond its range Spark
makes "Infinity", with the quotes.
-#}
{%- macro looks_like_no_text(text) -%}
{{ text }} rlike r'{{ changefeed._spelled_as_no_text() }}'
{%- endmacro -%}


{#- Whether one of several texts, or lists of texts, is spelled so, or a line of one: never wrong when it says no. One look at all of them, whatever is NULL. -#}
{%- macro one_looks_like_no_text(values) -%}
concat_ws('\n', {{ values | join(', ') }}) rlike r'(?m){{ changefeed._spelled_as_no_text() }}'
{%- endmacro -%}


{%- macro _spelled_as_no_text() -%}
^(?:-?[0-9]+(?:[.][0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|"-?Infinity"|[\[{].*)$
{%- endmacro -%}


{#-
Whether a JSON value that is there is no text. An object that names a member twice, wherever it stands, is no variant: NULL here.
-#}
{%- macro is_no_text(variant) -%}
coalesce({{ changefeed.json_kind(variant) }} not in ('STRING', 'VOID'), true)
{%- endmacro -%}


{#- What kind of JSON value a variant is, in Spark's words. Of an array or object Spark would describe all that is in it, and a deep one ends the process. -#}
{%- macro json_kind(variant) -%}
if(
    try_variant_get({{ variant }}, '$', 'array<variant>') is not null
    or try_variant_get({{ variant }}, '$', 'map<string,variant>') is not null,
    'CONTAINER',
    schema_of_variant({{ variant }})
)
{%- endmacro -%}
