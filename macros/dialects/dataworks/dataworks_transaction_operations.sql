{#- What `op` says of transactions → operation. -#}
{%- macro dataworks_transaction_operations() -%}
    {{- return({
        'TRANSACTION_BEGIN': 'begin',
        'TRANSACTION_END': 'commit',
        'XACOMMIT': 'commit',
        'XAROLLBACK': 'rollback',
        'GTID': 'other',
    }) -}}
{%- endmacro -%}
