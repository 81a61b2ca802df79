{#- The operations that end or begin transactions, or tell of them. -#}
{%- macro dataworks_transaction_operations() -%}
    {{- return({
        'TRANSACTION_BEGIN': 'begin',
        'TRANSACTION_END': 'commit',
        'XACOMMIT': 'commit',
        'XAROLLBACK': 'rollback',
        'GTID': 'other',
    }) -}}
{%- endmacro -%}
