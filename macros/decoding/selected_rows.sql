{#-
The CTE row_changes of all_row_changes, without the rows that the project leaves out by their values. What leaves the
selection is deleted, and what enters it is an update of a row that was not seen. A column that neither image has is
unknown, and leaves nothing out; of a whole row it is NULL.
-#}
{%- macro selected_rows(selection, has_pairs) -%}
{%- set after, before = changefeed._fits_rows(selection, changefeed._value_after), changefeed._fits_rows(selection, changefeed._value_before) -%}
row_changes as (

    select
        * except (selected, operation, is_row_change, before, after, is_before_changed_only, column_types),
        selected as operation,
        is_row_change and selected <> 'left_out' as is_row_change,
        case
            when selected = 'left_out' then null
            when selected = operation then before
            when is_before_changed_only then {{ changefeed.overlay('after', 'before') }}
            else map_concat(
                map_filter(after, (name, text) -> array_contains(key_columns, name) and not coalesce(array_contains(map_keys(before), name), false)),
                coalesce(before, cast(map() as map<string,string>))
            )
        end as before,
        if(selected = operation, after, null) as after,
        is_before_changed_only and selected = operation as is_before_changed_only,
        if(selected = 'left_out', null, column_types) as column_types
    from (
        select
            *,
            case
                when reason is not null or not is_row_change then operation
                when operation in ('insert', 'snapshot') then if({{ after }}, operation, 'left_out')
                when operation = 'delete' then if(coalesce({{ before }}, true), operation, 'left_out')
                when operation = 'update' and not coalesce({{ after }}, true) then
                    if({{ "coalesce(pair_side = 'before', false) or " if has_pairs }}not coalesce({{ before }}, true), 'left_out', 'delete')
                else operation
            end as selected
        from all_row_changes
    )

)
{%- endmacro -%}


{#- Whether an image is of a row that is read; NULL where that is unknown. -#}
{%- macro _fits_rows(selection, value) -%}
{%- set cases = [] -%}
{%- for feed, parts in selection.items() if parts.rows or parts.except_rows -%}
    {%- set fits = [] -%}
    {%- for kind in ['rows', 'except_rows'] -%}
        {%- for table, columns in (parts[kind] or {}).items() -%}
            {%- for column, texts in columns.items() -%}
                {%- do fits.append('if(' ~ changefeed.fits_table([table]) ~ ', ' ~ changefeed._is_of_texts(value, column, texts, kind) ~ ', true)') -%}
            {%- endfor -%}
        {%- endfor -%}
    {%- endfor -%}
    {%- do cases.append('when ' ~ changefeed.sql_string(feed) ~ ' then ' ~ fits | join(' and ')) -%}
{%- endfor -%}
(case feed {{ cases | join(' ') }} else true end)
{%- endmacro -%}


{#- Whether the text of a column is one of some; NULL for a column that is unknown. -#}
{%- macro _is_of_texts(value, column, texts, kind) -%}
{%- set listed = texts | select('string') | list -%}
{%- set name = changefeed.sql_string(column) -%}
{%- set is_in = [] -%}
{%- if listed -%}{%- do is_in.append('coalesce(text in (' ~ changefeed.sql_strings(listed) ~ '), false)') -%}{%- endif -%}
{%- if none in texts -%}{%- do is_in.append('text is null') -%}{%- endif -%}
transform({{ value(name) }}, text -> {{ 'not ' if kind == 'except_rows' }}({{ is_in | join(' or ') }}))[0]
{%- endmacro -%}


{#- The text of a column after the change, alone in an array; NULL where no image has the column. -#}
{%- macro _value_after(name) -%}
case
    when map_contains_key(after, {{ name }}) then array(after[{{ name }}])
    when operation in ('insert', 'snapshot') then array(cast(null as string))
    when map_contains_key(before, {{ name }}) then array(before[{{ name }}])
end
{%- endmacro -%}


{%- macro _value_before(name) -%}
case
    when map_contains_key(before, {{ name }}) then array(before[{{ name }}])
    when operation = 'update' and is_before_changed_only and map_contains_key(after, {{ name }}) then array(after[{{ name }}])
end
{%- endmacro -%}
