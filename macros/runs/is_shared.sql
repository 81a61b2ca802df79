{#-
Whether several processes can reach the warehouse, so that a run has to claim it. Where the metastore is beside the
tables, only one process can reach it, and a dead process holds nothing. In that process, `changefeed serve` says with
CHANGEFEED_CLAIM_RUNS when others connect by JDBC. dbt gives a macro the name of the target, not its method.
-#}
{%- macro is_shared() -%}
    {{- return(var('changefeed_claim_runs', target.name != 'local' or env_var('CHANGEFEED_METASTORE', '') ~ env_var('CHANGEFEED_CLAIM_RUNS', '') != '')) -}}
{%- endmacro -%}
