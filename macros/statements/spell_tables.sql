{#-
Writes into `statements` which tables the names in statements mean, where rows spell these names in another case. The
result is the same however messages are batched. Where new rows or statements show that a name means another table, each
statement with that name counts as new (decode_batch_id), and the tables on which it acted before are kept beside it
(former_tables). In a warehouse without statements nothing is asked.
-#}
{%- macro spell_tables(statements, tables, read_batches) -%}
    {%- if not execute -%}{{ return('') }}{%- endif -%}
    {%- set feeds = changefeed.feeds_with_new_spellings(statements, tables) if changefeed.has_statements(statements) else [] -%}
    {%- if feeds -%}
        {%- set which = 'feed in (' ~ changefeed.sql_strings(feeds) ~ ')' -%}
        {%- set run = changefeed.newest_read_batch(read_batches) | string -%}
        {%- do run_query(changefeed.merge_spellings(
            statements,
            changefeed.known_tables(tables, which),
            ['topic', 'topic_incarnation', 'partition', 'offset', 'message_index'],
            which,
            {
                'former_tables': 'if(events.is_spelled, array_union(events.former_tables, ' ~ changefeed._tables_no_longer_meant() ~ '), events.former_tables)',
                'decode_batch_id': 'if(events.is_spelled, cast(' ~ run ~ ' as bigint), events.decode_batch_id)',
                'is_spelled': 'true',
            },
            is_to_be_set='not events.is_spelled'
        )) -%}
    {%- endif -%}
{%- endmacro -%}


{#-
The tables on which an event acted so far, where it now acts on other tables. A name that no row had meant no table. A
name that a rename made is the exception: it meant a table, because rows went there.
-#}
{%- macro _tables_no_longer_meant() -%}
transform(
    array(transform(
        {{ changefeed.names_in_statement() | indent(8) }},
        each -> named_struct(
            'is_new', each.is_new,
            'before', {{ changefeed._meant_by('each.name', 'events.other_spellings') | indent(12) }},
            'now', {{ changefeed._meant_by('each.name', 'found.other_spellings') | indent(12) }}
        )
    )),
    names -> if(
        exists(names, each -> (each.is_new or each.before.is_other) and not each.before.name <=> each.now.name),
        filter(transform(names, each -> each.before.name), name -> name is not null),
        cast(array() as array<struct<source_database:string,source_schema:string,source_table:string>>)
    )
)[0]
{%- endmacro -%}


{#-
The table that a name means (name; NULL where it may be one of several), and whether rows spell the name in another case
(is_other).
-#}
{%- macro _meant_by(name, spellings) -%}
transform(
    array(get(filter({{ spellings }}, each_spelling -> each_spelling.name = {{ name }}), 0)),
    spelling -> named_struct(
        'is_other', spelling is not null,
        'name', case when spelling is null then {{ name }} when size(spelling.tables) = 1 then spelling.tables[0] end
    )
)[0]
{%- endmacro -%}
