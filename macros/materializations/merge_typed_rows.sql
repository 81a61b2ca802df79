{#-
A statement: merges changed rows into a kept typed table. A row whose _copy is below 1 is gone; without a key, it is the
copy of the number without its sign. Of a history, `version_id` is the column by which its versions are known.
-#}
{%- macro merge_typed_rows(relation, sql, table, version_id='') -%}
merge into {{ relation }} as kept
using (
    {{ sql | indent(4) }}
) as new
on {% for name in changefeed.shard_columns(table) %}kept.{{ name }} = new.{{ name }} and {% endfor %}kept._row_key = new._row_key {{ 'and kept._copy = abs(new._copy)' if table.is_keyless }}{{ 'and kept.' ~ version_id ~ ' = new.' ~ version_id if version_id }}
when matched and new._copy < 1 then delete
when matched then update set *
when not matched and new._copy > 0 then insert *
{%- endmacro -%}
