{#- What can be wrong with a whole record of DTS or OMS. -#}
{%- macro dts_record_faults(service) -%}
{%- set table = "coalesce(dts_record.objectName, '(no table)')" -%}
{#- One check of all that is read: a separator of ASCII joins no two halves of a character. -#}
{%- set strings -%}
concat_ws(
    ' ', dts_record.objectName, dts_record.sourceTxid, dts_record.afterImages.member0, map_keys(dts_record.tags), map_values(dts_record.tags),
    dts_record_columns, dts_record_texts[0], dts_record_texts[1]
)
{%- endset -%}
    {{- return({
        'not_utf8': {
            'when': 'not is_valid_utf8(' ~ strings ~ ')',
            'detail': "'A name or text in the record holds bytes that are no UTF-8, so its characters cannot be known.'",
        },
        'name_unreadable': {
            'when': "size(dts_record_name) > 3 or exists(dts_record_name, part -> part = '')",
            'detail': "concat('The objectName ', dts_record.objectName, ' is not database, database.table or database.schema.table.')",
        },
        'images_missing': {
            'when': "dts_record_is_row and (dts_record_columns is null"
                ~ " or (dts_record_images[0] is null) = (dts_record.operation in ('UPDATE', 'DELETE'))"
                ~ " or (dts_record_images[1] is null) = (dts_record.operation <> 'DELETE'))",
            'detail': "concat(" ~ table ~ ", ': an ', dts_record.operation, ' of " ~ service ~ " has fields and ', case dts_record.operation when 'UPDATE' then"
                ~ " 'both images' when 'DELETE' then 'the image before it only' else 'the image after it only' end, '; this one has not.')",
        },
        'duplicate_name': {
            'when': 'dts_record_is_row and size(array_distinct(dts_record_columns)) <> size(dts_record_columns)',
            'detail': 'concat(' ~ table ~ ", ': the fields name a column more than once.')",
        },
        'columns_mismatch': {
            'when': 'dts_record_is_row and not dts_record_is_sound',
            'detail': 'concat(' ~ table ~ ", ': the record names ', size(dts_record_columns), ' columns, and its images have ',"
                ~ " array_join(transform(filter(dts_record_images, image -> image is not null), image -> cast(size(image) as string)), ' and '),"
                ~ " ' values: which belongs to which cannot be known.')",
        },
        'unknown_charset': {
            'when': 'dts_record_unknown_charset is not null',
            'detail': 'concat(' ~ table ~ ", ': a text is in the character set ', dts_record_unknown_charset,"
                ~ " ', which is not known here. Tell us what it is; nothing was decoded.')",
        },
        'unreadable_value': {
            'when': 'dts_record_unread is not null',
            'detail': 'concat(' ~ table ~ ", ': the value of ', dts_record_unread, ' has no one meaning: its bytes are not of its character set, parts of a date or"
                ~ " time do not fit each other, or it is EmptyObject.NULL. If it has a fraction of a second: from ', dts_record.source.sourceType,"
                ~ " ' the feed may have to say fraction=micros or fraction=nanos in its options.')",
        },
        'keys_unreadable': {
            'when': "dts_record_is_row and nullif(trim(dts_record.tags['pk_uk_info']), '') is not null"
                ~ ' and (dts_record_keys is null or ' ~ changefeed.repeats_a_name('dts_record_keys') ~ ' or exists(map_values(dts_record_keys), names -> names is null))',
            'detail': 'concat(' ~ table ~ ", ': the tag pk_uk_info is not an object of lists of columns: ', dts_record.tags['pk_uk_info'])",
        },
    }) -}}
{%- endmacro -%}
