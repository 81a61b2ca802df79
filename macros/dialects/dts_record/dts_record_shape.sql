{#-
What is read of a record of DTS or OMS (`message`), without the union of all that a value can be. is_row: whether the
record carries a row. columns_size, before_size, after_size: how many columns and values there are.
are_columns_distinct. before_rows, after_rows: the row of each side, where there is a value for each column. is_partial:
whether a value was left out. unfit: a text that cannot be read, first one of an unknown character set
(dts_record_value_text). are_names_utf8: whether all other texts are UTF-8. column_types, statement, and members as they
were sent.
-#}
{%- macro dts_record_shape(schema, message) -%}
{%- set before, after = 'm.beforeImages.member1', 'm.afterImages.member1' -%}
{%- set texts -%}
if(
    m.operation in ('INSERT', 'UPDATE', 'DELETE', 'INIT'),
    transform(
        concat(coalesce({{ before }}, array()), coalesce({{ after }}, array())),
        (v, i) -> {{ changefeed.dts_record_value_text('v', 'm', 'm.fields.member1[i % size(m.fields.member1)].dataTypeNumber') | indent(8) }}
    ),
    null
)
{%- endset -%}
{%- set record -%}
named_struct(
    'operation', m.operation,
    'is_row', texts is not null,
    'objectName', m.objectName,
    'source', m.source,
    'sourceTimestamp', m.sourceTimestamp,
    'sourceTxid', m.sourceTxid,
    'processTimestamps', m.processTimestamps,
    'tags', m.tags,
    'statement', m.afterImages.member0,
    'columns_size', if(columns is null, null, size(columns)),
    'are_columns_distinct', are_distinct,
    {%- for side, image, passed in [('before', before, '0'), ('after', after, 'greatest(0, size(' ~ before ~ '))')] %}
    {%- set row = 'map_from_arrays(columns, slice(texts, 1 + ' ~ passed ~ ', size(' ~ image ~ ')))' %}
    '{{ side }}_size', if({{ image }} is null, null, size({{ image }})),
    {#- The row stands in an array: Spark copies an array as a whole, but puts a map in piece by piece. #}
    '{{ side }}_rows', array_compact(array(case
        when texts is null or size({{ image }}) <> size(columns) or not are_distinct then null
        when is_partial
            then map_filter({{ row }}, (column, text) -> {{ image }}[cast(array_position(columns, column) - 1 as int)].member11 is null)
        else {{ row }}
    end)),
    {%- endfor %}
    'is_partial', is_partial,
    'unfit', if(try_validate_utf8(concat_ws(' ', texts)) is null, array_max(filter(texts, text -> not is_valid_utf8(text))), null),
    {#- A blank between the texts cannot join two halves of a character. #}
    'are_names_utf8', try_validate_utf8(concat_ws(' ', m.objectName, m.sourceTxid, m.afterImages.member0, map_keys(m.tags), map_values(m.tags), columns)) is not null,
    'column_types', if(texts is not null and are_distinct, to_json(map_from_arrays(columns, {{ changefeed.dts_record_column_types('m') | indent(4) }})), null)
)
{%- endset -%}
{%- set record = changefeed.bound('size(array_distinct(columns)) = size(columns)', 'are_distinct', record) -%}
{#- EmptyObject.NONE is a value that the source's log lacks. -#}
{%- set lacks = "coalesce(array_contains(" ~ before ~ ".member11, 'NONE'), false) or coalesce(array_contains(" ~ after ~ ".member11, 'NONE'), false)" -%}
{%- set record = changefeed.bound(lacks, 'is_partial', record) -%}
{{ changefeed.bound(message, 'm', changefeed.bound('m.fields.member1.name', 'columns', changefeed.bound(texts, 'texts', record))) }}
{%- endmacro -%}
