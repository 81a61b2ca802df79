{#-
Whether several processes can reach the warehouse, so that a run has to claim it. If the metastore is inside the
process, in its Spark session, only one process can reach it, and a dead process holds nothing. In that process,
`changefeed serve` says when others connect by JDBC. A Spark Connect server has others by itself.
-#}
{%- macro is_shared() -%}
    {%- set output = adapter.config.credentials -%}
    {%- set is_alone = output.method == 'session' and not changefeed.metastore_of(output.server_side_parameters or {})
        and not env_var('CHANGEFEED_METASTORE', '') and not env_var('SPARK_REMOTE', '') and not changefeed.said_by_command('has_others') -%}
    {{- return(var('changefeed_claim_runs', not is_alone)) -}}
{%- endmacro -%}
