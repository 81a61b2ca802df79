{#-
Begins a new epoch where a full load came again: its changes, and all later ones of the feed, are not older than those before,
whatever their sequence says. Looks at what was decoded since the rows were folded last, and from the first time among it on
finds all epochs anew, so that they do not depend on how messages are batched. Rows that were folded by another order are
marked, to be folded again. What is written last is `restarts`: a run that was killed before it is repeated as a whole. Then the tables
without a key are found that were loaded again in an epoch.
-#}
{%- macro begin_epochs(log, windows, restarts, removals) -%}
    {%- set rows = changefeed.beside(log, 'folded_rows') -%}
    {%- set applied_batch_id = changefeed.folded_batch_id(log) -%}
    {%- set looked_at = changefeed.feeds_to_look_at(log, windows, applied_batch_id) if changefeed.is_readable(log) else [] -%}
    {%- set feeds = looked_at | selectattr('first_at') | list -%}
    {%- set evidence = rows if feeds and changefeed.has_removed_changes(removals) and load_relation(rows) is not none else none -%}
    {%- set begun = run_query(changefeed.epochs_begun(log, restarts, feeds, evidence)).rows if feeds else [] -%}
    {%- if begun -%}
        {%- set times = changefeed._times_of_epochs(restarts, begun) -%}
        {%- if not should_full_refresh() -%}
            {%- do changefeed.mark_rows_of_changes(log, rows, changefeed.has_other_epoch('position', times)) -%}
            {%- do changefeed.mark_rows_of_changes(log, changefeed.beside(log, 'versions'), changefeed.has_other_epoch('position', times)) -%}
        {%- endif -%}
        {%- do changefeed.move_to_epochs(changefeed.beside(log, 'versions'), 'closed_position', times) -%}
        {%- do changefeed.move_to_epochs(changefeed.beside(log, 'versions'), 'position', times) -%}
        {%- do changefeed.move_to_epochs(changefeed.beside(log, 'table_events', is_public=true), 'position', times) -%}
        {%- do changefeed.move_to_epochs(log, 'position', times, is_there=true) -%}
        {%- do run_query(
            'merge into ' ~ restarts ~ ' as stored using (' ~ changefeed._as_values(begun) ~ ") as begun on stored.cause = 'snapshot'"
            ~ ' and stored.feed = begun.feed and stored.since = begun.since when matched and not begun.is_new then delete'
            ~ " when not matched and begun.is_new then insert (feed, since, cause, declared_at) values (begun.feed, begun.since, 'snapshot', current_timestamp())"
        ) -%}
    {%- endif -%}
    {%- if looked_at -%}
        {%- do changefeed.load_bags_again(log, windows, restarts, looked_at | map(attribute='feed') | list) -%}
    {%- endif -%}
{%- endmacro -%}


{#- Feed → when its epochs begin, once `begun` is done. -#}
{%- macro _times_of_epochs(restarts, begun) -%}
    {%- set times = {} -%}
    {%- for row in begun -%}{%- do times.update({row['feed']: []}) -%}{%- endfor -%}
    {%- for row in run_query(
        'select feed, cast(since as string) as since from ' ~ restarts ~ " where feed in ('" ~ times | join("', '") ~ "') order by feed, since"
    ).rows -%}
        {%- do times[row['feed']].append(row['since']) -%}
    {%- endfor -%}
    {%- for row in begun -%}
        {%- if row['is_new'] -%}{%- do times[row['feed']].append(row['since']) -%}
        {%- else -%}{%- do times[row['feed']].remove(row['since']) -%}{%- endif -%}
    {%- endfor -%}
    {{- return(times) -}}
{%- endmacro -%}


{%- macro _as_values(begun) -%}
    {%- set rows = [] -%}
    {%- for row in begun -%}
        {%- do rows.append('(' ~ changefeed.sql_string(row['feed']) ~ ', timestamp ' ~ changefeed.sql_string(row['since']) ~ ', ' ~ row['is_new'] ~ ')') -%}
    {%- endfor -%}
    select * from values {{ rows | join(', ') }} as begun (feed, since, is_new)
{%- endmacro -%}
