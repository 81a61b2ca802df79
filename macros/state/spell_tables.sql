{#-
Writes into `table_events` which tables the names in statements mean, where these are spelled otherwise than in rows. It is the same however messages are batched:
where new rows or statements show that a name means another table, the event that has it is a new one for all that is made of it, and what it acted on is kept beside it.
Nothing is asked where no statement names a table, and one query about the new batches where none is new.
-#}
{%- macro spell_tables(events, log, windows, rerankings) -%}
    {%- if not execute -%}{{ return('') }}{%- endif -%}
    {%- do changefeed.check_columns(events) -%}
    {%- set folded_batch_id = changefeed.folded_batch_id(log) -%}
    {%- set is_new = "decode_batch_id > " ~ folded_batch_id ~ " and (size(actions) > 0 or operation = 'truncate')" -%}
    {%- set feeds = changefeed.feeds_with_new_spellings(events, log, folded_batch_id) | list -%}
    {%- set read_batch_id, names_tables = changefeed.statements_before(events) -%}
    {%- if names_tables or changefeed.newest_statement(log, read_batch_id) -%}
        {%- for row in run_query('select distinct feed from ' ~ events ~ ' where ' ~ is_new).rows -%}{%- do feeds.append(row['feed']) -%}{%- endfor -%}
    {%- endif -%}
    {%- if feeds -%}
        {%- set which = 'feed in (' ~ changefeed.sql_strings(feeds | unique | list) ~ ')' -%}
        {%- set run = changefeed.high_water(windows, ['decode_batch_id'])[0] | string -%}
        {#- What this run has added acted on nothing yet. An event that was moved to another rank (move_reranked_events()) looks like one of these. -#}
        {%- set reranked = run_query('select distinct feed from ' ~ rerankings ~ ' where ranked_batch_id = ' ~ run).columns[0].values() -%}
        {%- set is_older = 'events.decode_batch_id < ' ~ run ~ (' or events.feed in (' ~ changefeed.sql_strings(reranked) ~ ')' if reranked else '') -%}
        {%- do run_query(changefeed.merge_spellings(
            events,
            changefeed.tables_in_log(log, which),
            ['topic', 'topic_incarnation', 'partition', 'offset', 'message_index'],
            which,
            {
                'former_tables': 'if(' ~ is_older ~ ', array_union(events.former_tables, ' ~ changefeed._tables_no_longer_meant() ~ '), events.former_tables)',
                'decode_batch_id': 'cast(' ~ run ~ ' as bigint)',
            }
        )) -%}
    {%- endif -%}
{%- endmacro -%}


{#-
The tables that an event acted on so far, where it acts on others now. A name that no row had meant no table, but for one that a
rename made: rows went there.
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


{#- The table that a name means; NULL where it may be one of several. -#}
{%- macro _meant_by(name, spellings) -%}
transform(
    array(get(filter({{ spellings }}, each_spelling -> each_spelling.name = {{ name }}), 0)),
    spelling -> named_struct(
        'is_other', spelling is not null,
        'name', case when spelling is null then {{ name }} when size(spelling.tables) = 1 then spelling.tables[0] end
    )
)[0]
{%- endmacro -%}
