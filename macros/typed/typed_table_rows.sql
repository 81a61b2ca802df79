{#-
The rows that a typed table has, of the relation current_rows. With `since`, those that changed since that decode batch,
with _copy, which says of each how it stands in the table that keeps them: below 1 it is gone; with them those that have
a value in a column that the table did not have (`added`).
-#}
{%- macro typed_table_rows(node, rows, since=none, added=[]) -%}
    {%- set of_row = changefeed.columns_of_row(node) -%}
    {%- set columns = node.columns | reject('equalto', '_unreadable') | list -%}
    {%- for name in of_row if name not in columns -%}{%- do columns.append(name) -%}{%- endfor -%}
    {%- set keeps_deleted = changefeed.table_of_model(node).deletes == 'kept' -%}
    {%- if since is none -%}
        {{- return(changefeed.typed_rows(node, rows, of_row, columns, 'true' if keeps_deleted else 'not is_deleted')) -}}
    {%- endif -%}
    {%- if '_copy' not in columns -%}{%- do columns.append('_copy') -%}{%- do of_row.append('_copy') -%}{%- endif -%}
    {%- set conditions = ['applied_batch_id > ' ~ since] -%}
    {%- for name in added -%}{%- do conditions.append('row[' ~ changefeed.sql_string(name) ~ '] is not null') -%}{%- endfor -%}
    {%- set changed = changefeed.typed_rows(node, rows, of_row, columns, '(' ~ conditions | join(' or ') ~ ')' if added else conditions[0], copies='1' if keeps_deleted else 'if(is_deleted, 0, copies)') -%}
    {{- return(changefeed._with_gone_copies(node, changed, columns, since) if changefeed.table_of_model(node).is_keyless else changed) -}}
{%- endmacro -%}


{#- Of rows without a key, those of the kept table that are fewer now. -#}
{%- macro _with_gone_copies(node, changed, columns, since) -%}
{%- set table = changefeed.table_of_model(node) -%}
{%- set known_by = changefeed.shard_columns(table) + ['_row_key'] -%}
{%- set names = [] -%}
{%- for name in columns + ['_unreadable'] -%}{%- do names.append(changefeed.quoted_name(name)) -%}{%- endfor -%}
with changed as (

    {{ changed | indent(4) }}

)

select {{ names | join(', ') }}
from changed
union all
select {{ names | join(', ') | replace('`_copy`', '-`_copy`') }}
from {{ this }} as kept
left semi join (
    select {% for name in known_by %}{{ name[1:] }}{{ ', ' if not loop.last }}{% endfor %}
    from {{ changefeed.relation_of('changefeed_folded_rows') }}
    where
        {{ changefeed.stored_rows_of(table) | indent(8) }}
        and applied_batch_id > {{ since }}
) as folded on {% for name in known_by %}kept.{{ name }} = folded.{{ name[1:] }}{{ ' and ' if not loop.last }}{% endfor %}
left anti join changed on {% for name in known_by %}kept.{{ name }} = changed.{{ name }} and {% endfor %}kept._copy = changed._copy
{%- endmacro -%}
