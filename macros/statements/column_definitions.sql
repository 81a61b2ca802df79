{#-
The columns that a statement defines (CREATE TABLE, ALTER TABLE), in its order, as an array of structs: of (the action of statement_actions(); for CREATE TABLE an add_column for each column)
and comment. Empty where the statement is neither, or not understood. The list of CREATE TABLE is read as that of ALTER TABLE … ADD (…).
-#}
{%- macro column_definitions(statement, source_database, source_schema, source_table) -%}
{%- set create = changefeed.statement_pattern('CREATE (?:OR REPLACE )?+(?:UNLOGGED )?+TABLE (?:IF NOT EXISTS )?+(<name>) [(]1 (.*?) [)]1(?: [^;]*)?') -%}
transform(
    array(named_struct(
        'statement', {{ statement }},
        'database', coalesce({{ source_database }}, ''),
        'schema', coalesce({{ source_schema }}, ''),
        'table', coalesce({{ source_table }}, ''),
        'is_mysql', coalesce({{ source_schema }}, '') = ''
    )),
    given -> transform(
    array({{ changefeed.statement_tokens('given.statement', 'given.is_mysql') }}),
    tokens -> transform(
    array({{ changefeed.statement_shape('tokens', 'given.is_mysql') }}),
    shape -> transform(
    array(regexp_replace(shape, {{ create }}, 'ALTER TABLE $1 ADD (1 $2 )1')),
    shape -> transform(
    array({{ changefeed.statement_commands('shape') }}),
    commands -> filter(
        coalesce(transform(
            commands,
            command -> named_struct(
                'of', {{ changefeed.command_action("split(command, '\\t')", 'tokens', 'given') }},
                'comment', {{ changefeed._comment_text("split(command, '\\t')[5]", 'tokens', 'given') }}
            )
        ), array()),
        definition -> definition.of is not null
    )
    )[0])[0])[0])[0]
)[0]
{%- endmacro -%}


{#- The text behind COMMENT in a column's definition; NULL for none. -#}
{%- macro _comment_text(words, tokens, given) -%}
{%- set form = changefeed.statement_pattern('.*? COMMENT (<text>)(?: .*)?') -%}
transform(
    array(regexp_extract(concat(' ', {{ words }}), {{ form }}, 1)),
    word -> if(word = '', null, {{ changefeed._string_text(tokens ~ '[int(substr(word, 2))]', given) }})
)[0]
{%- endmacro -%}
