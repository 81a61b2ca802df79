{#-
One command of statement_commands() as an action. Its words become names and texts again. NULL where a column's
definition is not understood.
-#}
{%- macro command_action(fields, tokens, given) -%}
{%- set definition = changefeed.statement_pattern('<definition>') -%}
transform(
    array({{ fields }}),
    fields -> transform(
    array({{ changefeed._table_name('fields[1]', tokens, given ~ '.database', given ~ '.schema', given) }}),
    own -> transform(
    array({{ changefeed._table_name('fields[4]', tokens, 'if(' ~ given ~ '.is_mysql, ' ~ given ~ '.database, own.database)', 'own.schema', given) }}),
    new -> transform(
    array(if(fields[5] = '', '=', regexp_replace(concat(' ', fields[5]), {{ definition }}, '=$1'))),
    type -> if(
        type not like '=%' or (fields[0] = 'add_column' and type = '=' and not fields[5] rlike '(?i)^(?:AS|GENERATED) '),
        null,
        named_struct(
            'action', fields[0],
            'source_database', own.database,
            'source_schema', own.schema,
            'source_table', if(own.database = {{ given }}.database and own.schema = {{ given }}.schema and lower(own.table) = lower({{ given }}.table), {{ given }}.table, own.table),
            'new_database', if(fields[0] = 'rename_table', new.database, ''),
            'new_schema', if(fields[0] = 'rename_table', new.schema, ''),
            'new_table', if(fields[0] = 'rename_table', coalesce(nullif(new.table, ''), own.table), ''),
            'column_name', {{ changefeed._unquoted('fields[2]', tokens) }},
            'new_column_name', {{ changefeed._unquoted('fields[3]', tokens) }},
            'column_type', {{ changefeed._type_text('substr(type, 2)', tokens) }},
            'column_default', if(fields[0] = 'add_column', {{ changefeed._default_text("concat(' ', fields[5])", tokens, given) }}, null)
        )
    ))[0])[0])[0]
)[0]
{%- endmacro -%}


{#- A name without its quotes. -#}
{%- macro _unquoted(word, tokens) -%}
if(
    {{ word }} rlike '^[`~]',
    transform(
        array({{ tokens }}[int(substr({{ word }}, 2))]),
        token -> replace(substr(token, 2, length(token) - 2), repeat(left(token, 1), 2), left(token, 1))
    )[0],
    {{ word }}
)
{%- endmacro -%}


{#-
The name of a table as database, schema and table. A name that begins with a dot has no database. Parts that are not
written get the given values. Parts that differ from the message's names only in case are spelled like them.
-#}
{%- macro _table_name(words, tokens, database, schema, given) -%}
transform(
    array(transform(split(trim(leading '. ' from {{ words }}), ' [.] '), word -> {{ changefeed._unquoted('word', tokens) }})),
    parts -> transform(
        array(named_struct(
            'database', if(size(parts) = 3 or (size(parts) = 2 and {{ given }}.is_mysql), parts[0], {{ database }}),
            'schema', case when size(parts) = 3 then parts[1] when size(parts) = 2 and not {{ given }}.is_mysql then parts[0] else {{ schema }} end,
            'table', element_at(parts, -1)
        )),
        written -> named_struct(
            'database', if(lower(written.database) = lower({{ given }}.database), {{ given }}.database, written.database),
            'schema', if(lower(written.schema) = lower({{ given }}.schema), {{ given }}.schema, written.schema),
            'table', written.table
        )
    )[0]
)[0]
{%- endmacro -%}


{#- A column's type as it is written, with blanks only between words. -#}
{%- macro _type_text(words, tokens) -%}
transform(
    array(split({{ words }}, ' ')),
    words -> array_join(
        transform(
            words,
            (word, i) -> concat(
                if(i = 0 or word rlike r'^(?:[(),.\[\]]|::)' or words[i - 1] rlike r'^(?:[(,.\[+-]|::)', '', ' '),
                case
                    when word rlike '^[`~&#][0-9]' then {{ tokens }}[int(substr(word, 2))]
                    when word rlike '^[(),]' then left(word, 1)
                    else word
                end
            )
        ),
        ''
    )
)[0]
{%- endmacro -%}


{#-
What the rows that are there get in a column that is added, from its definition. A literal after DEFAULT is plain text
(MySQL's b'101' is the number 5). Anything else is its words behind U+FDD0: hexadecimal digits, an expression, a column
that is computed or numbered, and NOT NULL without a default in MySQL, which gives the type's own zero
(plain_default()). NULL where the rows get NULL.
-#}
{%- macro _default_text(words, tokens, given) -%}
{%- set before = '.*? DEFAULT (?:ON NULL (?:FOR INSERT (?:ONLY|AND UPDATE) )?)?+' -%}
{%- set literal = changefeed.statement_pattern(before ~ '(?:[(][12] )?<literal><cast>(?: [)][12])?<cast>(?: (?!AT(?= ))[A-Z].*)?') -%}
transform(
    array(struct(
        split(regexp_extract({{ words }}, {{ literal }}, 1), ' ') as literal,
        regexp_extract({{ words }}, {{ changefeed.statement_pattern(before ~ '(<expression>)(?: .*)?') }}, 1) as expression
    )),
    said -> transform(
        array(transform(filter(said.literal, word -> word rlike '^[&~][0-9]'), word -> {{ changefeed.string_text(tokens ~ '[int(substr(word, 2))]', given) }})),
        texts -> case
            when said.literal[0] <> '' and forall(texts, text -> text is not null) then case
                when size(texts) > 0 and lower(said.literal[0]) = 'b' and {{ given }}.is_mysql then conv(texts[0], 2, 10)
                when size(texts) > 0 then array_join(texts, '')
                else array_join(transform(said.literal, word -> if(word rlike '^#', {{ tokens }}[int(substr(word, 2))], word)), '')
            end
            when {{ changefeed._has_word(words, 'IDENTITY|AUTO_INCREMENT') }} or {{ words }} rlike '(?i)^ (?:SMALL|BIG)?SERIAL[248]?(?: |$)' then '\uFDD0AUTO_INCREMENT'
            when {{ changefeed._has_word(words, 'AS') }} then '\uFDD0GENERATED'
            when said.expression rlike '(?i)^(?:[(][12] )?NULL(?: |$)' then null
            when said.expression <> '' then concat('\uFDD0', {{ changefeed._type_text('said.expression', tokens) }})
            when {{ given }}.is_mysql and {{ changefeed._has_word(words, 'NOT NULL') }} then '\uFDD0NOT NULL'
        end
    )[0]
)[0]
{%- endmacro -%}


{#- Whether a column's definition has a word, or one of several, outside of parentheses. -#}
{%- macro _has_word(words, word) -%}
{{ words }} rlike {{ changefeed.statement_pattern('(?: (?!(?:' ~ word ~ ')(?= |$))(?:<group>|(?![(][12] )[^ ]++))*+ (?:' ~ word ~ ')(?: .*)?') }}
{%- endmacro -%}
