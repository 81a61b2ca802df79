{#- What can be wrong with a whole record of DTS or OMS. -#}
{%- macro dts_record_faults(service) -%}
{%- set table = "coalesce(dts_record.objectName, '(no table)')" -%}
{%- set columns = [] -%}
{%- for row in ['dts_record.before_rows[0]', 'dts_record.after_rows[0]'] -%}
    {%- do columns.append('get(map_keys(' ~ row ~ '), cast(nullif(array_position(map_values(' ~ row ~ '), dts_record.unfit), 0) - 1 as int))') -%}
{%- endfor -%}
{%- set unread = 'coalesce(' ~ columns | join(', ') ~ ')' -%}
{%- set faults -%}
-- not_utf8
not dts_record.are_names_utf8
-- not_utf8, in words
'A name in the record, or what it says beside its values, holds bytes that are no UTF-8, so its characters cannot be known.'
-- name_unreadable
size(dts_record_name_parts) > 3 or array_contains(dts_record_name_parts, '')
-- name_unreadable, in words
concat('The objectName ', dts_record.objectName, ' is not database, database.table or database.schema.table.')
-- images_missing
dts_record.is_row and (dts_record.columns_size is null or (dts_record.before_size is null) = (dts_record.operation in ('UPDATE', 'DELETE')) or (dts_record.after_size is null) = (dts_record.operation <> 'DELETE'))
-- images_missing, in words
concat({{ table }}, ': an ', dts_record.operation, ' of {{ service }} has fields and ', case dts_record.operation when 'UPDATE' then 'both images' when 'DELETE' then 'the image before it only' else 'the image after it only' end, '; this one has not.')
-- duplicate_name
dts_record.is_row and not dts_record.are_columns_distinct
-- duplicate_name, in words
concat({{ table }}, ': the fields name a column more than once.')
-- columns_mismatch
dts_record.is_row and (dts_record.before_size <> dts_record.columns_size or dts_record.after_size <> dts_record.columns_size)
-- columns_mismatch, in words
concat({{ table }}, ': the record names ', dts_record.columns_size, ' columns, and its images have ', concat_ws(' and ', dts_record.before_size, dts_record.after_size), ' values: which belongs to which cannot be known.')
-- unknown_charset
startswith(dts_record.unfit, {{ changefeed.mark_of_charset() }})
-- unknown_charset, in words
concat({{ table }}, ': a text is in the character set ', substring(dts_record.unfit, 11), ', which is not known here. Tell us what it is; nothing was decoded.')
-- unreadable_value
dts_record.unfit is not null
-- unreadable_value, in words
concat({{ table }}, ': the value of ', {{ unread }}, ' has no one meaning: its bytes are not of its character set (UTF-8 where it has none), parts of a date or time do not fit each other, or it is EmptyObject.NULL. If it has a fraction of a second: from ', dts_record.source.sourceType, ' the feed may have to say fraction=micros or fraction=nanos in its options.')
-- keys_unreadable
dts_record.is_row and nullif(trim(dts_record.tags['pk_uk_info']), '') is not null and (dts_record_keys_by_name is null or {{ changefeed.repeats_a_name('dts_record_keys_by_name') }} or flatten(map_values(dts_record_keys_by_name)) is null)
-- keys_unreadable, in words
concat({{ table }}, ': the tag pk_uk_info is not an object of lists of columns: ', dts_record.tags['pk_uk_info'])
{%- endset -%}
    {{- return(changefeed.parts(faults)) -}}
{%- endmacro -%}
