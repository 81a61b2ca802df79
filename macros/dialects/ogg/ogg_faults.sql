{#- What quarantines a message of GoldenGate's. `shared` is what quarantines its rows beside op_type too. -#}
{%- macro ogg_faults(shared) -%}
{%- set faults -%}
-- wrong_dialect
ogg_sent.op_type is null or ogg_sent.table is null or ogg_sent.scn is not null
-- wrong_dialect, in words
concat(
    if(
        ogg_sent.scn is null,
        'payload has no op_type, or no table.',
        'Beside op_type stands scn, as the Oracle CDC Source connector of Confluent writes it: its dialect is confluent_oracle_cdc.'
    ),
    ' Check the dialect of this feed in seeds/changefeed_feeds.csv.'
)
-- unknown_operation, table_unclear: taken
-- row_missing
ogg_is_row and if(ogg_operation = 'delete', ogg_before, ogg_after) is null
-- row_missing, in words
concat('A change with op_type ', ogg_sent.op_type, ' has its row in ', if(ogg_operation = 'delete', 'before', 'after'), '; here that holds none. If the handler has format=json_row, the columns stand beside op_type: declare the feed as ogg_json_row in seeds/changefeed_feeds.csv.')
{# A table without a key is known by its whole rows. #}
-- before_missing
ogg_operation = 'update' and size(ogg_declared_key) = 0
and (ogg_before is null or not ogg_is_whole and size(array_except(map_keys(ogg_after), map_keys(ogg_before))) > 0)
-- before_missing, in words
'The table is declared without a key, and before is not a whole row. Let Extract write whole rows before and after updates (LOGALLSUPCOLS, GETUPDATEBEFORES), or declare a key in seeds/changefeed_table_keys.csv.'
-- sequence_missing: taken
{%- endset -%}
    {{- return(changefeed.parts(faults, shared)) -}}
{%- endmacro -%}
