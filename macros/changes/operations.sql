{#- Every operation that a change can have. -#}
{%- macro operations() -%}
    {{- return(changefeed.row_operations() + [
        'truncate', 'ddl', 'heartbeat', 'begin', 'commit', 'rollback', 'left_out', 'erased', 'other',
    ]) -}}
{%- endmacro -%}
