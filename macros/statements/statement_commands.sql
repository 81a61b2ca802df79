{#-
What a statement does, from its shape: an array of commands. A command has the action and the words of the table's name,
column, new column, new table and definition, separated by tabs. NULL where the statement, or any part of it, fits none
of the forms.
-#}
{%- macro statement_commands(shape) -%}
case
    when {{ shape }} is null or contains({{ shape }}, '?') then null
    {%- for each in changefeed.statement_forms() %}
    {%- set form = changefeed.statement_pattern(each.form) %}
    when {{ shape }} rlike {{ form }} then {% if 'actions' not in each -%}
        cast(array() as array<string>)
    {%- else -%}
        flatten(transform(
            transform(split(regexp_extract({{ shape }}, {{ form }}, 1), ' ,0 '), item -> regexp_replace(item, '(?i)^ONLY | [*]$', '')),
            item -> array(
                {%- for action in each.actions -%}
                    {%- if action == 'rename_table' -%}
                concat('rename_table\t', regexp_replace(item, {{ changefeed.statement_pattern('(<name>) TO (<name>)') }}, '$1\t\t\t$2\t'))
                    {%- else -%}
                concat('{{ action }}\t', item, '{{ each.get('suffix', '') }}\t\t\t\t')
                    {%- endif -%}
                    {{ ', ' if not loop.last }}
                {%- endfor -%}
            )
        ))
    {%- endif %}
    {%- endfor %}
    {%- set alter = changefeed.statement_pattern('ALTER (?:(?:ONLINE|OFFLINE|IGNORE) )*+TABLE (?:IF EXISTS )?+(?:ONLY )?+(<name>)(?: [*])?<wait> ([^;]+)') %}
    else transform(
        array(split(regexp_replace({{ shape }}, {{ alter }}, '$1\t$2'), '\t')),
        altered -> if(size(altered) = 2, flatten(transform(
            {{ changefeed._alter_clauses('altered[1]') }},
            clause -> transform(
                {{ changefeed._clause_commands('clause') }},
                command -> concat_ws('\t', split_part(command, '\t', 1), altered[0], substr(command, instr(command, '\t') + 1))
            )
        )), null)
    )[0]
end
{%- endmacro -%}


{#-
The clauses of ALTER TABLE. A clause with a list, `add (a int, b int)`, becomes one clause for each item. Oracle writes
such clauses one after the other without commas.
-#}
{%- macro _alter_clauses(words) -%}
{%- set listed = changefeed.statement_pattern('(ADD|MODIFY|DROP|SET UNUSED)(?: COLUMNS?)? [(]1 (.*?) [)]1((?: CASCADE CONSTRAINTS| CASCADE| INVALIDATE| ONLINE| CHECKPOINT <number>)*+)') -%}
flatten(transform(
    split(regexp_replace({{ words }}, r'(?i) ([)]1) (?=(?:ADD|MODIFY|DROP) [(]1 )', ' $1 ,0 '), ' ,0 '),
    clause -> if(
        clause rlike {{ listed }} and not substr(clause, instr(clause, '(1 ') + 3) rlike '[(]1 ',
        {#- The parts are bound to a variable first. Else each item of the list would compute all parts again. -#}
        transform(
            array(named_struct(
                'before', regexp_extract(clause, {{ listed }}, 1),
                'items', split(regexp_extract(clause, {{ listed }}, 2), ' ,1 '),
                'after', regexp_extract(clause, {{ listed }}, 3)
            )),
            parts -> transform(parts.items, item -> concat_ws(' ', parts.before, item) || parts.after)
        )[0],
        array(clause)
    )
))
{%- endmacro -%}


{#- The commands of one clause of ALTER TABLE, without the table. NULL where the clause fits none of the forms. -#}
{%- macro _clause_commands(clause) -%}
case
    {%- for each in changefeed.alter_forms() %}
    {%- set form = changefeed.statement_pattern(each.form) %}
    when {{ clause }} rlike {{ form }} then {% if 'actions' not in each -%}
        cast(array() as array<string>)
    {%- else -%}
        array({% for action in each.actions %}regexp_replace({{ clause }}, {{ form }}, '{{ action }}'){{ ', ' if not loop.last }}{% endfor %})
    {%- endif %}
    {%- endfor %}
end
{%- endmacro -%}
