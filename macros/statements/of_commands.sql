{#-
An expression over a statement's commands. The steps are: tokens, their shape as one line of words, commands by form.
Each step is the variable of a lambda, so that it is written and computed once. `given` keeps the columns of the caller
apart from these variables. A text of over 262,144 characters is taken for ?, which is no statement: no pattern looks at
it, and it is not understood.
-#}
{%- macro of_commands(statement, source_database, source_schema, source_table, result, rewritten=none) -%}
transform(
    array(named_struct(
        'statement', if(length({{ statement }}) > 262144, '?', {{ statement }}),
        'database', coalesce({{ source_database }}, ''),
        'schema', coalesce({{ source_schema }}, ''),
        'table', coalesce({{ source_table }}, ''),
        'is_mysql', coalesce({{ source_schema }}, '') = ''
    )),
    given -> transform(
    array({{ changefeed.statement_tokens('given.statement', 'given.is_mysql') }}),
    tokens -> transform(
    array({{ changefeed.statement_shape('tokens', 'given.is_mysql') if rewritten is none else rewritten(changefeed.statement_shape('tokens', 'given.is_mysql')) }}),
    shape -> transform(
    array({{ changefeed.statement_commands('shape') }}),
    commands -> {{ result }}
    )[0])[0])[0]
)[0]
{%- endmacro -%}
