{#- What quarantines a message whose row stands beside op_type. `shared` is what quarantines a message of ogg too. -#}
{%- macro ogg_json_row_faults(shared) -%}
{#- Columns may be called before and after; rows of ogg are objects, and nothing else stands there. -#}
{%- set is_of_ogg -%}
size(ogg_row_row) > 0 and size(array_except(map_keys(ogg_row_row), array('before', 'after', 'xid', 'csn'))) = 0
and (coalesce(startswith(ogg_row['before'], '{'), false) or coalesce(startswith(ogg_row['after'], '{'), false))
{%- endset -%}
{%- set faults -%}
-- wrong_dialect
ogg_row['op_type'] is null or ogg_row['table'] is null or {{ is_of_ogg }}
-- wrong_dialect, in words
if(ogg_row['op_type'] is null or ogg_row['table'] is null, 'op_type or table is null. Check the dialect of this feed in seeds/changefeed_feeds.csv.', 'Rows stand in before and after, not beside op_type: the handler has format=json. Declare the feed as ogg in seeds/changefeed_feeds.csv.')
-- unknown_operation, table_unclear: taken
-- row_missing
ogg_row_is_row and size(ogg_row_row) = 0
-- row_missing, in words
concat('A change with op_type ', ogg_row['op_type'], ' has the columns of its row beside op_type; here there are none.')
-- before_missing
ogg_row_operation = 'update' and size(ogg_row_declared_key) = 0
-- before_missing, in words
'The table is declared without a key, and json_row sends no row before an update: nobody knows which row is meant. Declare a key in seeds/changefeed_table_keys.csv, or set format=json in the handler (dialect ogg).'
-- sequence_missing: taken
-- wrong_type
if(
    exists(array(ogg_row['table'], ogg_row['op_type']), text -> coalesce({{ changefeed.looks_like_not_string('text') }}, false)),
    exists(
        array(from_json(value_text, 'map<string,variant>', {{ changefeed.json_options() }})),
        sent -> exists(array('table', 'op_type'), name -> ogg_row[name] is not null and {{ changefeed.is_not_string('sent[name]') }})
    ),
    false
)
or ogg_row['primary_keys'] is not null and (
    ogg_row_keys is null
    or exists(from_json(ogg_row['primary_keys'], 'array<variant>', {{ changefeed.json_options() }}), name -> {{ changefeed.is_not_string('name') }})
)
-- wrong_type, in words
'table and op_type are texts, primary_keys is a list of texts; here one of them is another kind of JSON value.'
{%- endset -%}
    {{- return(changefeed.parts(faults, shared)) -}}
{%- endmacro -%}
