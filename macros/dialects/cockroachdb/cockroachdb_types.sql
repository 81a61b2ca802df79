{#- How CockroachDB writes types (docs page, "Types"): as PostgreSQL has them, times in ISO 8601, JSON as it stands. -#}
{%- macro cockroachdb_types() -%}
    {{- return({
        '': {
            'family': 'postgresql',
            'readers': {'boolean': 'true_or_false', 'wall_time': 'iso_wall_time', 'instant': 'offset_instant', 'binary': 'postgresql_hex', 'json': 'json_or_bare_text'},
        },
    }) -}}
{%- endmacro -%}
