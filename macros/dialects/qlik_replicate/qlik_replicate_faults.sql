{#- What quarantines a message of Qlik Replicate. -#}
{%- macro qlik_replicate_faults() -%}
{%- set faults -%}
-- wrong_dialect
qlik.magic <> 'atMSG' or qlik.message is null and qlik.type is not null and qlik.type <> 'MD'
-- wrong_dialect, in words
'The envelope of Qlik Replicate has magic atMSG, and the message in message. Check the dialect of this feed in seeds/changefeed_feeds.csv.'
-- unknown_operation
qlik_operation is null or qlik.type not in ('DT', 'MD')
-- unknown_operation, in words
concat('Qlik Replicate documents no type ', coalesce(qlik.type, 'null'), ' with the operation ', coalesce(qlik_body.headers.operation, 'null'), '.')
-- sequence_missing
qlik_operation in ('insert', 'update', 'delete') and not options['order'] <=> 'offset' and not coalesce(qlik_body.headers.changeSequence rlike r'^[0-9]{1,38}\z', false)
-- sequence_missing, in words
concat('A change has a number of up to 38 digits in changeSequence; here it is ', coalesce(qlik_body.headers.changeSequence, 'missing'), '. Set order=offset among the options of this feed if it does not order it.')
-- row_missing
qlik_is_row and qlik_row is null
-- row_missing, in words
concat('The row of the operation ', qlik_body.headers.operation, ' is absent or null in data.')
-- two_images
qlik_is_row and qlik_operation <> 'update' and qlik_body.beforeData is not null and qlik_body.data is not null
-- two_images, in words
concat('The operation ', qlik_body.headers.operation, ' has one row, and here data and beforeData have one each.')
-- columns_mismatch
qlik_is_unclear
-- columns_mismatch, in words
concat('columnMask is ', qlik_body.headers.columnMask, ', so columns of the table are not in the message, and it does not say which of those that are null here. Let the source log whole rows (Oracle: supplemental logging of all columns).')
-- before_missing
size(qlik_own_key) = 0 and (qlik_operation = 'update' and qlik_body.beforeData is null or size(qlik_unsent) > 0)
-- before_missing, in words
'The table is declared without a key, and the row before is missing or not whole: let the task write it (Before-image), or declare a key in seeds/changefeed_table_keys.csv.'
{%- endset -%}
    {{- return(changefeed.parts(faults)) -}}
{%- endmacro -%}
