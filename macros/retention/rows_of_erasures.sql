{#-
A query: the rows of a relation that are of erased rows, with `columns` of theirs and the reference of the erasure. It
has a row twice if two of its keys are erased. The relation has the columns of a source table.

- erasures: a relation, or a query in brackets, with the columns of `erasures`.
- keys: the columns with keys of rows.
-#}
{%- macro rows_of_erasures(relation, erasures, keys, columns) -%}
{%- set table = changefeed.source_table_columns() | join(', ') -%}
{%- set hashes = [] -%}
{%- for key in keys -%}{%- do hashes.append(changefeed.hashed_row_key(key)) -%}{%- endfor -%}
select {{ columns | join(', ') }}, reference
from (
    select {{ columns | join(', ') }}, explode(array({{ hashes | join(', ') }})) as hashed_key
    from (
        select *
        from {{ relation }}
        left semi join (select {{ table }} from {{ erasures }}) using ({{ table }})
    )
    cross join ({{ changefeed.mask_key() }})
)
inner join (
    select hashed_key, max(reference) as reference
    from {{ erasures }}
    group by hashed_key
) using (hashed_key)
{%- endmacro -%}
