{#- The dialects of this project, beside those of the package. -#}
{%- macro default__own_dialects() -%}
    {{- return([ledger_dialect()]) -}}
{%- endmacro -%}


{#-
A made-up dialect: {"act":"+","book":"accounts","pk":["no"],"now":{…},"was":{…},"nr":1,"ms":1717210800000}. act is +
(added), ~ (altered, was holds the whole row before), - (taken out, the row is in was) or . (still alive). nr rises. An
alteration can come in two messages with one nr, < with the row before and > with the row after.
-#}
{%- macro ledger_dialect() -%}
{%- set faults -%}
-- unknown_operation
ledger.act not in ('+', '~', '<', '>', '-', '.')
-- unknown_operation, in words
concat('A ledger has no act ', ledger.act, '.')
-- row_missing
ledger.act in ('+', '~', '>') and ledger.now is null or ledger.act in ('~', '<', '-') and ledger.was is null
-- row_missing, in words
'+, ~ and > carry the row in now, ~, < and - carry it in was.'
{%- endset -%}
{%- set changes -%}
-- operation
{{ changefeed.lookup('ledger.act', {
    '+': 'insert', '~': 'update', '<': 'update', '>': 'update', '-': 'delete', '.': 'heartbeat'
}) }}
-- source_database
'books'
-- source_table
ledger.book
-- key_columns
ledger.pk
-- after_rows
if(ledger.act in ('+', '~', '>'), array(ledger.now), array())
-- before_rows
if(ledger.act in ('~', '<', '-'), array(ledger.was), array())
-- is_partial
false
-- pair_side
{{ changefeed.lookup('ledger.act', {'<': 'before', '>': 'after'}) }}
-- source_sequence
array(cast(ledger.nr as decimal(38,0)))
-- source_at
{{ changefeed.millis_to_timestamp('ledger.ms') }}
{%- endset -%}
    {{- return({
        'name': 'ledger',
        'version': 1,
        'source_kinds': [],
        'envelope': {
            'name': 'ledger',
            'format': 'json_object',
            'members': {
                'act': 'text', 'book': 'text', 'pk': 'array<text>', 'now': 'map<string,string>', 'was': 'map<string,string>',
                'nr': 'bigint', 'ms': 'bigint',
            },
        },
        'signature': {'has': ['act'], 'usually_has': ['book']},
        'faults': changefeed.parts(faults),
        'changes': changefeed.parts(changes),
        'types': {'': {'family': 'mysql'}},
    }) -}}
{%- endmacro -%}
