{#-
Whether several processes can reach the warehouse, so that a run has to claim it. With the metastore beside the tables only
one process can, and a dead one holds nothing.
-#}
{%- macro is_shared() -%}
    {{- return(var('changefeed_claim_runs', target.method != 'session' or env_var('CHANGEFEED_METASTORE', '') != '')) -}}
{%- endmacro -%}
