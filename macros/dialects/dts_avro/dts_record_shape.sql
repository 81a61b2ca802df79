{#-
What is read of a record of DTS or OMS (`message`), without the union of all that a value can be: is_row (whether it carries a row); columns; are_columns_distinct; column_types (by place);
texts (of the values of the image before, and behind them of the image after, see dts_record_value_text); before_size, after_size (of the images); empty (by place which texts are
of EmptyObject, NULL where no value was left out); statement; and members as they are.
-#}
{%- macro dts_record_shape(schema, message) -%}
{%- set is_row = message ~ ".operation in ('INSERT', 'UPDATE', 'DELETE', 'INIT')" -%}
{%- set before, after = message ~ '.beforeImages.member1', message ~ '.afterImages.member1' -%}
{%- set values = 'concat(coalesce(' ~ before ~ ', array()), coalesce(' ~ after ~ ', array()))' -%}
named_struct(
    'operation', {{ message }}.operation,
    'is_row', {{ is_row }},
    'objectName', {{ message }}.objectName,
    'source', {{ message }}.source,
    'sourceTimestamp', {{ message }}.sourceTimestamp,
    'sourceTxid', {{ message }}.sourceTxid,
    'processTimestamps', {{ message }}.processTimestamps,
    'tags', {{ message }}.tags,
    'statement', {{ message }}.afterImages.member0,
    'columns', {{ message }}.fields.member1.name,
    'are_columns_distinct', size(array_distinct({{ message }}.fields.member1.name)) = size({{ message }}.fields.member1),
    'column_types', if({{ is_row }}, {{ changefeed.dts_record_column_types(message) | indent(4) }}, null),
    'before_size', if({{ before }} is null, null, size({{ before }})),
    'after_size', if({{ after }} is null, null, size({{ after }})),
    'texts', if(
        {{ is_row }},
        transform(
            {{ values }},
            (v, i) -> {{ changefeed.dts_record_value_text('v', message, message ~ '.fields.member1[i % size(' ~ message ~ '.fields.member1)].dataTypeNumber') | indent(12) }}
        ),
        null
    ),
    'empty', if(array_contains({{ before }}.member11, 'NONE') or array_contains({{ after }}.member11, 'NONE'), {{ values }}.member11, null)
)
{%- endmacro -%}


{%- macro dts_record_type_of_shape() -%}
    {{- return('struct<operation:string,is_row:boolean,objectName:string,source:struct<sourceType:string,version:string>,sourceTimestamp:bigint,sourceTxid:string,'
        ~ 'processTimestamps:array<bigint>,tags:map<string,string>,statement:string,columns:array<string>,are_columns_distinct:boolean,column_types:array<string>,'
        ~ 'before_size:int,after_size:int,texts:array<string>,empty:array<string>>') -}}
{%- endmacro -%}
