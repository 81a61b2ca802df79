{#-
Whether several processes can reach the warehouse, so that a run has to claim it. With the metastore beside the tables
only one process can, and a dead one holds nothing; in that process `changefeed serve` says when others come by JDBC
(CHANGEFEED_CLAIM_RUNS). dbt tells a macro the target's name, not its method.
-#}
{%- macro is_shared() -%}
    {{- return(var('changefeed_claim_runs', target.name != 'local' or env_var('CHANGEFEED_METASTORE', '') ~ env_var('CHANGEFEED_CLAIM_RUNS', '') != '')) -}}
{%- endmacro -%}
