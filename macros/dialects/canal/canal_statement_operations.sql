{#- The types by which Canal, and what is built on it, tells statements. -#}
{%- macro canal_statement_operations() -%}
    {{- return({
        'CREATE': 'ddl',
        'ALTER': 'ddl',
        'ERASE': 'ddl',
        'RENAME': 'ddl',
        'CINDEX': 'ddl',
        'DINDEX': 'ddl',
        'QUERY': 'ddl',
        'TRUNCATE': 'truncate',
    }) -}}
{%- endmacro -%}
