{#-
Compacts the growing tables in every twentieth run that read messages (dbt variable changefeed_compact_every; 0 means
never). Each run leaves one file or more in each table, so a table has fewer files than twenty runs leave.
-#}
{%- macro compact_tables(results) -%}
    {%- set every = var('changefeed_compact_every', 20) | int -%}
    {%- set has_read = results | selectattr('node.name', 'equalto', 'changefeed_read_batches') | rejectattr('message', 'equalto', 'nothing new')
        | selectattr('status', 'equalto', 'success') | list -%}
    {%- if execute and every and has_read
        and changefeed.high_water(has_read[0].node.relation_name, ['decode_batch_id', 'declarations'], once=true)[0] % every == 0 -%}
        {%- for table in changefeed.growing_tables() if load_relation(table) is not none -%}
            {%- for statement in changefeed.compact_table(table) -%}{%- do run_query(statement) -%}{%- endfor -%}
        {%- endfor -%}
    {%- endif -%}
{%- endmacro -%}
