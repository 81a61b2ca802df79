{#-
The tables that a message of the topic of schema changes describes, as an array of {table_name, key, columns: name,
type, comment}. The message has them in `tableChanges`, a JSON text: a connector sends it for each table when a snapshot
begins, and at each change of a table. Types are spelled as the source spells them: `DECIMAL UNSIGNED` of length 12 and
scale 4 is decimal(12,4) unsigned.
-#}
{%- macro debezium_described_tables(text, source_kind) -%}
{%- set column = 'struct<name:string,typeName:string,length:int,scale:int,comment:string,enumValues:array<string>>' -%}
transform(
    filter(
        from_json({{ text }}, 'array<struct<id:string,table:struct<primaryKeyColumnNames:array<string>,columns:array<{{ column }}>>>>', {{ changefeed.json_options() }}),
        each -> each.table.columns is not null
    ),
    each -> named_struct(
        'table_name', replace(regexp_extract(each.id, r'\A[^"]*+(?:"(?:[^"]++|"")*+"[^"]++)*+"((?:[^"]++|"")*+)"\z', 1), '""', '"'),
        'key', each.table.primaryKeyColumnNames,
        'columns', transform(
            filter(each.table.columns, column -> column.name is not null and column.typeName is not null),
            column -> named_struct(
                'name', column.name,
                'type', {{ changefeed._described_type('column', source_kind) | indent(16) }},
                'comment', column.comment
            )
        )
    )
)
{%- endmacro -%}


{#-
A JDBC driver says more than the name of the type (int identity, char () for bit data), and gives a length for types
that have none.
-#}
{%- macro _described_type(column, source_kind) -%}
transform(
    array(struct(
        trim(regexp_replace(lower({{ column }}.typeName), r'(?<! ) *+[(] *+[)]|\bidentity\b', '')) as name,
        nullif({{ column }}.length, 0) as length,
        {{ column }}.scale as scale,
        {{ source_kind }} in ('mysql', 'mariadb', 'tidb') as is_mysql
    )),
    said -> case
        when size({{ column }}.enumValues) > 0 then concat(said.name, '(', array_join(transform(
            {{ column }}.enumValues, label -> if(label rlike r"(?s)^'.*'\z", label, concat("'", replace(label, "'", "''"), "'"))
        ), ','), ')')
        when contains(said.name, '(') then said.name
        else regexp_replace(said.name, r'^([a-z0-9]+)(?! varying)', concat('$1', coalesce(case
            when said.name rlike r'^(number|numeric)\b' and {{ source_kind }} = 'oracle' and said.scale is null then null
            when said.name rlike r'^(decimal|dec|numeric|fixed|number)\b' or said.name rlike '^(float|double|real)' and said.is_mysql
                then concat('(', said.length, coalesce(concat(',', said.scale), ''), ')')
            {#-
            The digits of a second's fraction stand in length or in scale. The other says how wide the column is shown.
            -#}
            when said.name rlike r'^(time|timestamp|datetime|datetime2|datetimeoffset)\b'
                then concat('(', if(said.is_mysql or {{ source_kind }} = 'oracle', said.length, if(said.name = 'datetime', null, said.scale)), ')')
            when said.name rlike r'^(n?char|n?varchar2?|character|raw|binary|varbinary|bit|graphic|vargraphic)\b' then concat('(', said.length, ')')
        end, '')))
    end
)[0]
{%- endmacro -%}
