{#-
The CTEs from the rows of a message to changes, each with the key of its row. A change of a key is two steps. A row
without a key is known by its image: by the values of the image as far as the types of columns are known (by_value), or
by its texts.
-#}
{%- macro key_changes(dialects, by_value=true, masks=[]) -%}
{%- set has_pairs = changefeed.sending_pairs(dialects) -%}
{%- set has_events = changefeed.with_events(dialects) -%}
{%- set is_spent_side = "coalesce(pair_side = 'before' and key_before = key_after, false)" if has_pairs else 'false' -%}
{#-
The array of steps uses pair_side only where other columns of that query use it too. Else Spark 4.0 drops the wrong
column.
-#}
{%- set steps_of_key_change = "case pair_side when 'before' then array(0) when 'after' then array(1) else array(0, 1) end"
    if has_pairs else 'array(0, 1)' -%}
{%- set type = "coalesce(declared_types[k], from_json(column_types, 'map<string,string>')[k])" -%}
{#- The row without a key before the change, as its table has it. -#}
{%- set before_in_table = "if(is_before_changed_only and operation = 'update', " ~ changefeed.overlay('after', 'before') ~ ', before)' -%}
{%- set selection = changefeed.selection() if by_value else {} -%}
{%- set selects_rows = selection.values() | selectattr('rows', 'defined') | list or selection.values() | selectattr('except_rows', 'defined') | list -%}
{%- set rows = 'masked_changes' if masks else 'row_changes' -%}
{{ 'all_row_changes' if selects_rows else 'row_changes' }} as (

    select
        judged_messages.* except (after_rows, before_rows, detail, key_left_out{{ ', event_index' if has_events }}{{ ', column_types' if by_value }}),
        {%- if by_value %}
        if(
            size(key_columns) = 0 and declared_types is not null,
            to_json(map_concat(
                map_filter(
                    coalesce(from_json(column_types, 'map<string,string>'), cast(map() as map<string,string>)),
                    (name, type) -> declared_types[name] is null
                ),
                declared_types
            )),
            column_types
        ) as column_types,
        {%- endif %}
        coalesce(message_index, 0) {{- ' + event_index' if has_events }} as message_index,
        row.after_rows as after,
        row.before_rows as before,
        {{ changefeed._fault_in_words(has_pairs, by_value, masks) | indent(8) }} as detail
    from judged_messages
    lateral view outer posexplode(
        if(reason is null and is_row_change, arrays_zip(after_rows, before_rows), null)
    ) as message_index, row

),
{%- if selects_rows %}

{{ changefeed.selected_rows(selection, has_pairs) }},
{%- endif %}
{{- changefeed.masked_changes('row_changes', masks, by_value) if masks }}

keyed_changes as (

    select
        *,
        case
            when reason is not null or not is_row_change or operation not in ('update', 'delete') then null
            when size(key_columns) > 0 then {{ changefeed.comparable_key('key_columns', 'before', type, 'after', 'after') | indent(12) if by_value else changefeed.row_key('key_columns', 'before', fallback='after') }}
            else {{ 'image_keys[0]' if by_value else changefeed.image_key(before_in_table) }}
        end as key_before,
        case
            when reason is not null or not is_row_change or operation = 'delete' then null
            when size(key_columns) > 0 then {{ changefeed.comparable_key('key_columns', 'after', type) | indent(12) if by_value else changefeed.row_key('key_columns', 'after') }}
            else {{ 'image_keys[1]' if by_value else changefeed.image_key('after') }}
        end as key_after
    from {% if not by_value %}{{ rows }}{% else -%}
    (
        select
            *,
            if(size(key_columns) = 0, transform(
                array(from_json(column_types, 'map<string,string>')),
                types -> transform(images, image -> {{ changefeed.image_key(changefeed.comparable_image('image', 'types')) | indent(16) }})
            )[0], null) as image_keys
        from (
            select
                *,
                if(size(key_columns) = 0, array({{ before_in_table }}, after), null) as images
            from {{ rows }}
        )
    )
    {%- endif %}

),

decoded_changes as (

    select
        * except (
            key_before, key_after, {{ 'image_keys, images, declared_types, ' if by_value }}is_row_change, step, before, after, is_before_changed_only, operation, pair_side
        ),
        step,
        case when reason is not null then null when {{ is_spent_side }} then 'other' else operation end as operation,
        if(
            {{ is_spent_side }},
            '',
            coalesce(if(step = 0 and operation = 'update', key_before, key_after), key_before, '')
        ) as row_key,
        if(step = 1, key_before, null) as previous_row_key,
        case
            when step = 1 or {{ is_spent_side }} then null
            when key_before <> key_after and is_before_changed_only and (size(key_columns) = 0 or not coalesce(is_partial, false)) then {{ changefeed.overlay('after', 'before') }}
            else before
        end as before,
        is_before_changed_only and not coalesce(key_before <> key_after, false) as is_before_changed_only,
        if(step = 0 and key_before <> key_after or {{ is_spent_side }}, null, after) as after
    from keyed_changes
    lateral view explode(if(key_before <> key_after, {{ steps_of_key_change }}, array(0))) as step

)
{%- endmacro -%}


{%- macro _fault_in_words(has_pairs, by_value, masks) -%}
case
    when reason is null then {{ 'if(' ~ changefeed.has_mask(masks) ~ ', null, key_left_out)' if masks else 'key_left_out' }}
    {%- if masks %}
    when detail is not null and reason <> 'left_out_at_landing' and {{ changefeed.has_mask(masks) }} then concat(
        'What is wrong is not told, because this feed has masks, and the sentence may hold a value. ',
        '`changefeed decode --dialect ', dialect, '` tells it of the message.'
    )
    {%- endif %}
    when detail is not null then detail
    when reason = 'table_missing' then 'The message names no table for its rows.'
    else concat(
        array_join(filter(array(source_database, source_schema, source_table), part -> part <> ''), '.'),
        case reason
            when 'no_key_declared' then concat(
                ': the message names no key columns that can be used, and seeds/changefeed_table_keys.csv declares none. Add a line there (with ',
                'empty key_columns if the table has no key). Why they may be missing: docs page of ', dialect, '.'
            )
            {%- if has_pairs %}
            when 'unpaired_update' then concat(
                ': this is the row ', pair_side, ' an update, and the message with the other side has not come. ',
                'Each run that reads messages looks for it.'
            )
            {%- endif %}
            when 'key_names_unusable' then concat(
                ': the names of the key columns hold a null, or one name twice (', to_json(key_columns),
                '). Declare the key in seeds/changefeed_table_keys.csv if this table has one.'
            )
            {%- if masks | rejectattr('action', 'equalto', 'hash') | list %}
            when 'key_masked' then concat(
                ': one of the key columns (', array_join(key_columns, ', '), ') has a mask that can make two keys one. ',
                'Only the action hash keeps keys apart: correct the line in seeds/changefeed_table_masks.csv.'
            )
            {%- endif %}
            when 'key_absent' then concat(
                ': a row lacks one of the key columns ', array_join(key_columns, ', '), '.'
                {%- if by_value -%}
                , if(
                    source_kind = 'postgresql' and operation = 'delete',
                    ' A delete has the columns of the REPLICA IDENTITY: declare them as the key, or set DEFAULT or FULL.',
                    ''
                )
                {%- endif -%}
            )
        end
    )
end
{%- endmacro -%}
