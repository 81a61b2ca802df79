{#-
The columns that a statement defines (CREATE TABLE, ALTER TABLE), in its order, as an array of structs: of (an action
like those of statement_actions(); for CREATE TABLE an add_column for each column) and comment. Empty for other
statements, and where the statement is not understood. The list of CREATE TABLE is read like that of ALTER TABLE … ADD
(…).
-#}
{%- macro column_definitions(statement, source_database, source_schema, source_table) -%}
{%- set definitions -%}
filter(
        coalesce(transform(
            commands,
            command -> named_struct(
                'of', {{ changefeed.command_action("split(command, '\\t')", 'tokens', 'given') }},
                'comment', {{ changefeed._comment_text("split(command, '\\t')[5]", 'tokens', 'given') }}
            )
        ), array()),
        definition -> definition.of is not null
    )
{%- endset -%}
{{- changefeed.of_commands(statement, source_database, source_schema, source_table, definitions, rewritten=changefeed._create_as_alter) -}}
{%- endmacro -%}


{#- A shape in which CREATE TABLE (…) is written as ALTER TABLE … ADD (…). Any other shape as it is. -#}
{%- macro _create_as_alter(shape) -%}
{%- set create = changefeed.statement_pattern('CREATE (?:OR REPLACE )?+(?:UNLOGGED )?+TABLE (?:IF NOT EXISTS )?+(<name>) [(]1 (?=[^;]*+\\z)(.*?) [)]1(?: .*)?') -%}
regexp_replace({{ shape }}, {{ create }}, 'ALTER TABLE $1 ADD (1 $2 )1')
{%- endmacro -%}


{#- The text after COMMENT in a column's definition; NULL where there is none. -#}
{%- macro _comment_text(words, tokens, given) -%}
{%- set form = changefeed.statement_pattern('.*? COMMENT (<text>)(?: .*)?') -%}
transform(
    array(regexp_extract(concat(' ', {{ words }}), {{ form }}, 1)),
    word -> if(word = '', null, {{ changefeed.string_text(tokens ~ '[int(substr(word, 2))]', given) }})
)[0]
{%- endmacro -%}
