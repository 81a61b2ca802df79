{#- What quarantines an event of TiCDC's Open Protocol, and with it the message. -#}
{%- macro ticdc_open_faults() -%}
{%- set faults -%}
-- wrong_dialect
event_index is null or size(array_except(names, array('open_key', 'open_value'))) > 0
-- wrong_dialect, in words
'Key or value has frames that are not one JSON object each, so the message is not of TiCDC\'s Open Protocol. Check the dialect of this feed in seeds/changefeed_feeds.csv.'
-- value_elsewhere
coalesce(open.open_key.ccl, '') <> ''
-- value_elsewhere, in words
concat('The message is too large for the topic, and its row lies in ', open.open_key.ccl, ': it is not here. Raise max-message-bytes of the TiCDC task, or put the row in with a baseline.')
-- row_incomplete
open.open_key.ohk and open_operation in ('insert', 'update')
-- row_incomplete, in words
'The message is too large for the topic, and TiCDC sent only the key of its row: the row as it stands is not known. Raise max-message-bytes of the TiCDC task, or put the row in with a baseline.'
-- row_missing
open.open_key.t = '1' and (open_operation is null or coalesce(size(open_shown), 0) <= 0)
-- row_missing, in words
'A row of TiCDC has its columns in u or d; here there are none.'
-- two_images
open.open_key.t = '1' and open.open_value.d is not null and coalesce(open.open_value.u, open.open_value.p) is not null
-- two_images, in words
'A deleted row is in d alone; here u or p is there, too.'
-- unknown_operation
open_operation is null
-- unknown_operation, in words
concat('TiCDC documents no event of type ', coalesce(open.open_key.t, 'null'), '.')
-- statement_missing
open_operation in ('ddl', 'truncate') and open.open_value.q is null
-- statement_missing, in words
'An event of type 2 has its statement in q; here it is missing.'
-- sequence_missing
open_commit_ts is null
-- sequence_missing, in words
concat('An event of TiCDC has a whole number in ts, by which changes are ordered; here it is ', coalesce(open.open_key.ts, 'missing'), '.')
-- duplicate_name
exists(open_columns, columns -> coalesce({{ changefeed.repeats_a_name('columns') }}, false) or coalesce(exists(map_values(columns), column -> {{ changefeed.repeats_a_name('column') }}), false))
-- duplicate_name, in words
'A row, or what describes one of its columns, names something twice.'
-- wrong_type
exists(open_columns, columns -> coalesce(exists(map_values(columns), column -> column is null or not coalesce(column['t'] rlike r'^[0-9]{1,3}\z', false) or not map_contains_key(column, 'v') or not coalesce(column['f'] rlike r'^[0-9]{1,18}\z', true) or column['h'] not in ('true', 'false')), false))
-- wrong_type, in words
'A column of TiCDC has its type in t, as a number, and its value in v; here one has not, or f is no number, or h neither true nor false.'
{%- endset -%}
    {{- return(changefeed.parts(faults)) -}}
{%- endmacro -%}
