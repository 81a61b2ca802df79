{#- What quarantines a message of GoldenGate's. -#}
{%- macro ogg_faults() -%}
{#- A table without a key is known by its whole rows. -#}
{%- set before_missing -%}
ogg_operation = 'update' and size(ogg_declared_key) = 0
and (ogg_before is null or not ogg_is_whole and size(array_except(map_keys(ogg_after), map_keys(ogg_before))) > 0)
{%- endset -%}
    {{- return({
        'wrong_dialect': {
            'when': 'ogg_sent.op_type is null or ogg_sent.table is null',
            'detail': "'payload has no op_type, or no table. Check the dialect of this feed in seeds/changefeed_feeds.csv.'",
        },
        'unknown_operation': {
            'when': 'ogg_operation is null',
            'detail': "concat('op_type is ', ogg_sent.op_type, ', not one of ', coalesce(options['operations'], 'I/U/D/T'), '. If the handler has insertOpKey and the like, say so in operations= among the options of this feed.')",
        },
        'table_unclear': {
            'when': 'size(ogg_name_parts) > 3',
            'detail': "concat('table is database.schema.table, schema.table or the table alone; ', ogg_sent.table, ' has more parts.')",
        },
        'row_missing': {
            'when': "ogg_is_row and if(ogg_operation = 'delete', ogg_before, ogg_after) is null",
            'detail': "concat('A change with op_type ', ogg_sent.op_type, ' has its row in ', if(ogg_operation = 'delete', 'before', 'after'), '; here that holds none. Set format=json in the handler: rows beside op_type (json_row) are not decoded.')",
        },
        'before_missing': {
            'when': before_missing,
            'detail': "'The table is declared without a key, and before is not a whole row. Let Extract write whole rows before and after updates (LOGALLSUPCOLS, GETUPDATEBEFORES), or declare a key in seeds/changefeed_table_keys.csv.'",
        },
        'sequence_missing': {
            'when': "not options['order'] <=> 'offset' and not ogg_sent.pos rlike r'^[0-9]{1,38}\\z'",
            'detail': "concat('pos is a number of up to 38 digits; here it is ', ogg_sent.pos, '. Set order=offset among the options of this feed if pos does not order it.')",
        },
    }) -}}
{%- endmacro -%}
