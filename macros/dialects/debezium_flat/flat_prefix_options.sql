{#- The options that name what stands before the fields and headers that a task adds to rows. -#}
{%- macro flat_prefix_options() -%}
    {{- return({
        'fields_prefix': {
            'is_optional': true,
            'meaning': 'add.fields.prefix of the transform, if it is not __: what precedes the fields that it adds to rows',
        },
        'headers_prefix': {
            'is_optional': true,
            'meaning': 'add.headers.prefix of the transform, if it is not __: what precedes the headers that it adds',
        },
    }) -}}
{%- endmacro -%}
