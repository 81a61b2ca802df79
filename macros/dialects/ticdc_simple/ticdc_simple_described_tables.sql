{#-
The tables that a statement or a bootstrap describes (tableSchema, in an array): an array of {table_name, key, columns:
name, type, comment}. The key is the primary key, else the first unique index without NULLs.
-#}
{%- macro ticdc_simple_described_tables(text, source_kind) -%}
{%- set column = 'struct<name:string,dataType:struct<mysqlType:string,length:int,`decimal`:int,elements:array<string>,unsigned:boolean>>' -%}
transform(
    from_json(
        {{ text }},
        'array<struct<table:string,columns:array<{{ column }}>,indexes:array<struct<`unique`:boolean,`primary`:boolean,nullable:boolean,columns:array<string>>>>>',
        {{ changefeed.json_options() }}
    ),
    each -> named_struct(
        'table_name', each.table,
        'key', coalesce(
            get(filter(each.indexes, part -> part.`primary`), 0).columns,
            get(filter(each.indexes, part -> part.`unique` and not part.nullable), 0).columns,
            cast(array() as array<string>)
        ),
        'columns', transform(
            filter(each.columns, column -> column.name is not null and column.dataType.mysqlType is not null),
            column -> named_struct(
                'name', column.name,
                'type', {{ changefeed._simple_type('column.dataType') | indent(16) }},
                'comment', cast(null as string)
            )
        )
    )
)
{%- endmacro -%}


{#- A dataType, spelled as MySQL spells the type. -#}
{%- macro _simple_type(said) -%}
concat(
    lower({{ said }}.mysqlType),
    coalesce(case
        when size({{ said }}.elements) > 0 then concat('(', array_join(transform({{ said }}.elements, label -> concat("'", replace(label, "'", "''"), "'")), ','), ')')
        when lower({{ said }}.mysqlType) = 'decimal' then concat('(', {{ said }}.length, ',', coalesce({{ said }}.`decimal`, 0), ')')
        when lower({{ said }}.mysqlType) in ('char', 'varchar', 'binary', 'varbinary', 'bit') then concat('(', {{ said }}.length, ')')
        when lower({{ said }}.mysqlType) in ('time', 'datetime', 'timestamp') and {{ said }}.`decimal` > 0 then concat('(', {{ said }}.`decimal`, ')')
    end, ''),
    if({{ said }}.unsigned, ' unsigned', '')
)
{%- endmacro -%}
