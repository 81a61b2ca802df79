{#-
The option of a JSON dialect that says whether a schema registry's serializer writes a frame before its messages.
-#}
{%- macro framing_option() -%}
    {{- return({
        'framing': {
            'values': ['none', 'confluent'],
            'default': 'none',
            'meaning': "what precedes the JSON: nothing, or the byte 0 and the schema's number in four, as the JSON Schema serializer of a schema registry writes. With confluent a Kafka key may have them or not",
        },
    }) -}}
{%- endmacro -%}
