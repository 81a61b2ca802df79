{#- What quarantines a record of AWS DMS, over the terms of aws_dms_dialect(). -#}
{%- macro aws_dms_faults() -%}
{%- set faults -%}
-- unknown_operation
dms_operation is null
-- unknown_operation, in words
concat('DMS documents no operation ', coalesce(dms.metadata.operation, 'null'), ' of record-type ', coalesce(dms_kind, 'null'), '.')
-- row_missing
dms_is_row and coalesce(size(dms.data), 0) < 1
-- row_missing, in words
concat('A record with operation ', dms.metadata.operation, ' carries its row in data, as an object; here it is absent, empty or something else.')
-- before_member_unknown
dms_operation = 'update' and dms.`before-image` is null and size(array_except(names, array('before-image', 'control', 'data', 'metadata'))) > 0
-- before_member_unknown, in words
concat('An update has the member ', array_except(names, array('before-image', 'control', 'data', 'metadata'))[0], '. If it is the before image, call it before-image in the task (BeforeImageSettings.FieldName): by another name it is not read, and a change of key would be lost.')
-- before_columns_undeclared
size(dms_prefixed) > 0 and coalesce(options['before_columns'], 'undeclared') = 'undeclared'
-- before_columns_undeclared, in words
concat('The column ', dms_prefixed[0], ' may be the before image of ', substr(dms_prefixed[0], 4), '. Say before_columns=prefixed among the options of this feed if it is, before_columns=none if it is a column of the source.')
{#
DMS knows all columns before an update only of MySQL. Where absent_means=as_null, a column that is NULL is not sent.
#}
-- before_missing
dms_operation = 'update' and size(dms_declared_key) = 0
and (
    not dms_has_before
    or not (options['absent_means'] <=> 'as_null' and coalesce(source_kind in ('mysql', 'mariadb'), false))
    and if(
        dms_is_prefixed,
        exists(map_keys(dms.data), name -> not startswith(name, 'BI_') and not array_contains(map_keys(dms.data), concat('BI_', name))),
        size(array_except(map_keys(dms.data), map_keys(dms.`before-image`))) > 0
    )
)
-- before_missing, in words
'The table is declared without a key, and the update has no whole row before. Let the task send before images of all columns (BeforeImageSettings, ColumnFilter all), or declare a key in seeds/changefeed_table_keys.csv.'
{%- endset -%}
    {{- return(changefeed.parts(faults)) -}}
{%- endmacro -%}
