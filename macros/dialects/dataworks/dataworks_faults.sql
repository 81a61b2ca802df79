{#-
The faults that DataWorks and OMS's DataWorks 2.0 have in common. `rows` is the member with the columns of a row,
`major` a pattern of the first number of the version, `versions` the same in words.
-#}
{%- macro dataworks_faults(sender, envelope, rows, versions, major) -%}
{%- set columns = envelope ~ '.schema.' ~ ('column' if rows == 'data' else rows) -%}
{%- set types = envelope ~ ('_sent_types' if rows == 'data' else '_types') -%}
{%- set op = envelope ~ '.payload.op' -%}
{%- set before = envelope ~ '.payload.before.' ~ rows -%}
{%- set after = envelope ~ '.payload.after.' ~ rows -%}
{%- set needs_after = op ~ " in ('INSERT', 'ROW', 'UPDATE_AFTER', 'UPDATE')" -%}
{%- set needs_before = op ~ " in ('DELETE', 'UPDATE_BEFOR', 'UPDATE_BEFORE', 'UPDATE')" -%}
{%- set faults -%}
-- wrong_dialect
not coalesce({{ envelope }}.version rlike r'{{ major }}', false)
-- wrong_dialect, in words
concat('The version of a message of {{ sender }} begins with {{ versions }}; here it is ', coalesce({{ envelope }}.version, 'missing'), '. Version 2 is of oms_dataworks, 0 and 1 are of dataworks: check the dialect of this feed in seeds/changefeed_feeds.csv.')
-- unknown_operation
{{ envelope }}_operation is null
-- unknown_operation, in words
concat('{{ sender }} documents no op ', coalesce({{ op }}, 'null'), '.')
-- row_missing
{{ needs_after }} and {{ after }} is null or {{ needs_before }} and {{ before }} is null
-- row_missing, in words
concat('A message of {{ sender }} with op ', {{ op }}, ' lacks a row in payload.before or payload.after ({{ rows }}).')
-- row_too_many
({{ op }} in ('INSERT', 'ROW') and {{ before }} is not null) or ({{ op }} in ('DELETE', 'UPDATE_BEFOR', 'UPDATE_BEFORE') and {{ after }} is not null)
-- row_too_many, in words
concat('A message of {{ sender }} with op ', {{ op }}, ' has one row; here payload.before and payload.after both hold one.')
-- columns_unusable
{{ columns }} is not null and {{ types }} is null
-- columns_unusable, in words
'The list of columns names one twice, or has one without a name.'
{%- endset -%}
    {{- return(changefeed.parts(faults)) -}}
{%- endmacro -%}
