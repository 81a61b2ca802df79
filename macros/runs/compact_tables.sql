{#-
Puts small files together, with every twentieth run that read messages (dbt variable changefeed_compact_every; 0:
never). Each run leaves a file or more in each table, so their number stays below that of twenty runs.
-#}
{%- macro compact_tables(results) -%}
    {%- set every = var('changefeed_compact_every', 20) | int -%}
    {%- set has_read = results | selectattr('node.name', 'equalto', 'changefeed_read_batches') | rejectattr('message', 'equalto', 'nothing new')
        | selectattr('status', 'equalto', 'success') | list -%}
    {%- if execute and every and has_read
        and changefeed.high_water(has_read[0].node.relation_name, ['decode_batch_id'])[0] % every == 0 -%}
        {%- for table in changefeed.growing_tables() if load_relation(table) is not none -%}
            {%- do run_query(changefeed.compact_table(table)) -%}
        {%- endfor -%}
    {%- endif -%}
{%- endmacro -%}
