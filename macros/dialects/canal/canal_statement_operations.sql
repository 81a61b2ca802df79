{#- What `type` says of a statement, in messages of Canal and of what is built on it → operation. -#}
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
