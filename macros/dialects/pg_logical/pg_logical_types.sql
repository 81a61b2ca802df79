{#- How wal2json writes PostgreSQL's types (docs page, "Types"): as PostgreSQL prints them, bytes without \x. -#}
{%- macro pg_logical_types() -%}
    {{- return({
        'postgresql': {
            'family': 'postgresql',
            'readers': {'boolean': 'true_or_false', 'instant': 'offset_instant', 'binary': 'postgresql_hex'},
        },
        '': {'like': 'postgresql'},
    }) -}}
{%- endmacro -%}
