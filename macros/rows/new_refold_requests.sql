{#-
The queries of what has to be folded again, because of what was read, found or declared since an earlier run, each in
the form of refold_requests. A query is there only where its cause is there. `of` has the relations by name. Changes of
this run need no request: they are not folded yet.
-#}
{%- macro new_refold_requests(run, seen_batch_id, of) -%}
    {%- set found = [] -%}
    {%- set table = changefeed.source_table_columns() -%}
    {%- set is_new = 'decode_batch_id > ' ~ seen_batch_id -%}
    {%- set redecoded_batch_id = changefeed.high_water(of.read_batches, ['decode_batch_id'], where="kind = 'redecode'", once=true, question='redecode')[0] -%}
    {#- Earlier queries of this run tell that most warehouses have none of the causes. -#}
    {%- if true not in changefeed.has_order(of.epochs, of.ranks) | list and not changefeed.has_statements(of.statements)
        and not changefeed.has_table_actions(of.actions, of.sweeps, of.reloads) and not changefeed.has_redefined_keys(of.redefined_keys) and redecoded_batch_id <= seen_batch_id -%}
        {{- return([]) -}}
    {%- endif -%}
    {%- set has = changefeed._causes(run, seen_batch_id, of) -%}
    {%- if true not in has.values() -%}{{ return([]) }}{%- endif -%}
    {%- set has_actions = changefeed.has_table_actions(of.actions, of.sweeps, of.reloads) -%}
    {%- set table_actions = of.table_actions if has_actions else none -%}
    {%- set renames = of.renames if has_actions else none -%}
    {%- set identity = changefeed.identity_columns() -%}

    {%- if has.redecoded -%}
        {%- do found.append(changefeed.refold_request(
            'select distinct feed from ' ~ of.read_batches ~ " where kind = 'redecode' and " ~ is_new, 'decoded_again', ['feed']
        )) -%}
    {%- endif -%}
    {%- if has.epochs -%}
        {%- do found.append(changefeed.refold_request(changefeed._rows_of(
            changefeed._changes_of_other_epochs(of, run, seen_batch_id), table_actions, renames, of.redefined_keys
        ), 'source_epoch', identity)) -%}
    {%- endif -%}
    {%- if has.reloads -%}
        {%- do found.append(changefeed.refold_request(changefeed._rows_of(
            changefeed._changes_since_reloads(of, run, seen_batch_id), table_actions, renames, of.redefined_keys
        ), 'loaded_again', identity)) -%}
    {%- endif -%}
    {%- if has.ranks -%}
        {%- do found.append(changefeed.refold_request(changefeed._rows_of(
            changefeed._changes_of_other_ranks(of, run, seen_batch_id), table_actions, renames, of.redefined_keys
        ), 'concurrent_changes', identity)) -%}
    {%- endif -%}
    {%- if has.sweeps -%}
        {%- do found.append(changefeed.refold_request(changefeed._rows_of(
            changefeed._changes_since_sweeps(of, run, seen_batch_id), table_actions, renames, of.redefined_keys
        ), 'swept', identity)) -%}
    {%- endif -%}
    {%- if has.actions and has_actions -%}
        {#-
        Two kinds of rows: a row without a key that was counted across a late truncate, and a row with a key that was
        put together across a late change of its columns.
        -#}
        {%- for kind, rows in {'reset': 'keyless', 'column': 'keyed'}.items() -%}
            {%- do found.append(changefeed.refold_request(
                'select *, ' ~ changefeed.sql_string(rows) ~ ' as rows from (' ~ changefeed.tables_of_new_actions(of.actions, of.renames, seen_batch_id, kind) ~ ')',
                'late_action', table + ['rows', 'first_position', 'last_position']
            )) -%}
        {%- endfor -%}
        {#- A row without a key is known by its image, and a change of the columns changes the image. -#}
        {%- do found.append(changefeed.refold_request(
            "select distinct " ~ table | join(', ') ~ ", 'keyless' as rows from (" ~ changefeed._tables_in_log(of, 'size(key_columns) = 0') ~ ') left semi join ('
            ~ changefeed.tables_of_new_actions(of.actions, of.renames, seen_batch_id, 'column') ~ ') using (' ~ table | join(', ') ~ ')',
            'columns_changed', table + ['rows']
        )) -%}
        {#-
        An earlier release also removed changes that a fold needs (removed_from = 'changes'). Where it did, the rows
        stay as they are.
        -#}
        {%- if not changefeed.removed_batch_id(of.removals, 'changes') -%}
            {%- do found.append(changefeed.refold_request(changefeed._tables_with_renamed_keys(of, seen_batch_id), 'key_renamed', table)) -%}
            {%- do found.append(changefeed.refold_request(
                "select feed, name.* from " ~ of.actions ~ ' lateral view explode(array(struct(source_database, source_schema, source_table),'
                ~ ' struct(new_database as source_database, new_schema as source_schema, new_table as source_table))) as name'
                ~ " where action = 'rename_table' and " ~ is_new,
                'table_renamed', table
            )) -%}
        {%- endif -%}
    {%- endif -%}
    {%- if has.redefined_keys and not changefeed.removed_batch_id(of.removals, 'changes') -%}
        {%- do found.append(changefeed.refold_request(
            'select distinct ' ~ table | join(', ') ~ ' from ' ~ of.redefined_keys ~ " where what = 'present' and " ~ is_new, 'key_redefined', table
        )) -%}
    {%- endif -%}
    {%- if has.former_tables and not changefeed.removed_batch_id(of.removals, 'changes') -%}
        {%- do found.append(changefeed.refold_request(changefeed._former_tables(of, seen_batch_id, has_actions), 'other_table_meant', table)) -%}
    {%- endif -%}
    {{- return(found) -}}
{%- endmacro -%}


{#- For each cause of requests whether it is there, from one query. -#}
{%- macro _causes(run, seen_batch_id, of) -%}
    {%- set is_new = 'decode_batch_id > ' ~ seen_batch_id -%}
    {%- set asked = {
        'redecoded': of.read_batches ~ " where kind = 'redecode' and " ~ is_new,
        'epochs': of.epochs ~ ' where since is not null and ' ~ is_new,
        'reloads': of.reloads ~ " where feed <> '' and " ~ is_new,
        'ranks': of.ranks ~ " where what = 'rank' and decode_batch_id < " ~ run ~ ' and ranked_batch_id > ' ~ seen_batch_id,
        'actions': of.actions ~ ' where ' ~ is_new,
        'redefined_keys': of.redefined_keys ~ " where what = 'present' and " ~ is_new,
        'former_tables': of.statements ~ ' where size(former_tables) > 0 and ' ~ is_new,
        'sweeps': of.sweeps ~ ' where declared_at > ' ~ changefeed._last_run_before(of.read_batches, seen_batch_id),
    } -%}
    {%- set found = [] -%}
    {%- for cause, query in asked.items() -%}{%- do found.append('(select count(*) from ' ~ query ~ ') as ' ~ cause) -%}{%- endfor -%}
    {%- set row = changefeed.ask('causes', 'select ' ~ found | join(', '), [{}])[0] -%}
    {%- set causes = {} -%}
    {%- for cause in asked -%}{%- do causes.update({cause: row.get(cause, 0) | int > 0}) -%}{%- endfor -%}
    {{- return(causes) -}}
{%- endmacro -%}


{#-
Ten minutes before the run that was last seen opened its read batches. Sweeps that were declared later are new. A row
that is folded again once too often does no harm.
-#}
{%- macro _last_run_before(read_batches, seen_batch_id) -%}
(select coalesce(max(opened_at), timestamp '1970-01-01') - interval 10 minutes from {{ read_batches }} where decode_batch_id <= {{ seen_batch_id }})
{%- endmacro -%}


{#- The rows that changes of the log concern, by the present names of their tables. `changes` is a query of the log. -#}
{%- macro _rows_of(changes, table_actions, renames, redefined) -%}
select distinct {{ changefeed.identity_columns() | join(', ') }}
from (
    {{ changefeed.row_changes('(' ~ changes ~ ')', actions=table_actions, renames=renames, redefined=redefined) | indent(4) }}
)
{%- endmacro -%}


{#- The changes that lie in another epoch than when they were folded. -#}
{%- macro _changes_of_other_epochs(of, run, seen_batch_id) -%}
select ordered.*
from {{ of.ordered }} as ordered
left join ({{ changefeed.epoch_spans(of.epochs, seen_batch_id) }}) as before
    on ordered.feed = before.feed and ordered.position.ordered_at >= before.since and ordered.position.ordered_at < before.until
where
    ordered.decode_batch_id < {{ run }}
    and ordered.feed in (select feed from {{ of.epochs }} where since is not null and decode_batch_id > {{ seen_batch_id }})
    and ordered.position.epoch <> coalesce(before.epoch, 0)
{%- endmacro -%}


{#-
The changes of tables without a key, from the first epoch about which a run found something new: that a full load
replaced the rows that were there, or that it did not.
-#}
{%- macro _changes_since_reloads(of, run, seen_batch_id) -%}
select ordered.*
from {{ of.ordered }} as ordered
inner join (
    select feed, min(epoch) as first_epoch from {{ of.reloads }} where feed <> '' and decode_batch_id > {{ seen_batch_id }} group by feed
) as reloads on ordered.feed = reloads.feed
where
    ordered.decode_batch_id < {{ run }}
    and size(ordered.key_columns) = 0
    and ordered.position.epoch >= reloads.first_epoch
{%- endmacro -%}


{#- The changes that got another rank since they were folded. -#}
{%- macro _changes_of_other_ranks(of, run, seen_batch_id) -%}
select ordered.*
from {{ of.ordered }} as ordered
left semi join (
    select * from {{ of.ranks }} where what = 'rank' and decode_batch_id < {{ run }} and ranked_batch_id > {{ seen_batch_id }}
) as reranked
    on ordered.batch_id = reranked.batch_id and {{ changefeed.is_same_record('ordered', 'reranked') }}
where ordered.decode_batch_id < {{ run }}
{%- endmacro -%}


{#-
The changes of tables without a key from a newly declared full load on. Rows without a key are counted: where a row
stands on both sides of a sweep, the copies from before the sweep no longer count.
-#}
{%- macro _changes_since_sweeps(of, run, seen_batch_id) -%}
select ordered.*
from {{ of.ordered }} as ordered
left semi join (
    select * from {{ of.sweeps }} where declared_at > {{ changefeed._last_run_before(of.read_batches, seen_batch_id) }}
) as sweeps
    on
        ordered.feed = sweeps.feed
        and ordered.source_database = sweeps.source_database
        and ordered.source_schema = sweeps.source_schema
        and ordered.source_table = sweeps.source_table
        and ordered.position.ordered_at >= sweeps.since
where size(ordered.key_columns) = 0 and ordered.decode_batch_id < {{ run }}
{%- endmacro -%}


{#- The tables of the changes that meet a condition, by their present names. -#}
{%- macro _tables_in_log(of, which, columns='') -%}
select distinct {{ changefeed.source_table_columns() | join(', ') }}{{ ', ' ~ columns if columns }}
from (
    {{ changefeed.row_changes(of.ordered, which=which, renames=of.renames) | indent(4) }}
)
{%- endmacro -%}


{#-
The tables with a key of several columns of which one was renamed. A key lists its values in the order of the columns'
names, so a new name can change the key.
-#}
{%- macro _tables_with_renamed_keys(of, seen_batch_id) -%}
{%- set table = changefeed.source_table_columns() | join(', ') -%}
select distinct {{ table }}
from (
    {{ changefeed._tables_in_log(of, 'size(key_columns) > 1', 'key_columns') | indent(4) }}
)
inner join (
    select {{ table }}, collect_list(struct(action, column_name)) as column_actions
    from (
        {{ changefeed.actions_by_present_name(of.actions, of.renames) | indent(8) }}
    )
    where action = 'rename_column' and decode_batch_id > {{ seen_batch_id }}
    group by all
) using ({{ table }})
where {{ changefeed.names_key_column('column_actions', 'key_columns') }}
{%- endmacro -%}


{#-
The tables on which a statement acted that is now known to mean other tables, and all tables that renames of its feed
name.
-#}
{%- macro _former_tables(of, seen_batch_id, has_actions) -%}
select feed, name.source_database, name.source_schema, name.source_table
from {{ of.statements }}
lateral view explode(former_tables) as name
where decode_batch_id > {{ seen_batch_id }}
{%- if has_actions %}
union
select feed, name.source_database, name.source_schema, name.source_table
from {{ of.renames }}
left semi join (
    select feed from {{ of.statements }} where size(former_tables) > 0 and decode_batch_id > {{ seen_batch_id }}
) using (feed)
lateral view explode(renames) as step
lateral view explode(array(
    struct(step.source_database, step.source_schema, step.source_table),
    struct(step.new_database as source_database, step.new_schema as source_schema, step.new_table as source_table)
)) as name
{%- endif %}
{%- endmacro -%}
