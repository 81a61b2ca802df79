{#- Runs a merge that only updates rows, and returns how many it changed. -#}
{%- macro merge_and_count(relation, merge) -%}
    {%- if changefeed.file_format() == 'delta' -%}
        {{- return(run_query(merge).columns['num_affected_rows'].values()[0] | int) -}}
    {%- endif -%}
    {%- set before = changefeed._newest_snapshot(relation) -%}
    {%- do run_query(merge) -%}
    {%- set after = changefeed._newest_snapshot(relation) -%}
    {{- return(after.added | int if after.id != before.id else 0) -}}
{%- endmacro -%}


{#- What Iceberg knows of the newest version: its number, and how many rows were written for it. -#}
{%- macro _newest_snapshot(relation) -%}
    {%- set rows = run_query(
        "select snapshot_id, coalesce(summary['added-records'], '0') from " ~ relation ~ '.snapshots order by committed_at desc limit 1'
    ).rows -%}
    {{- return({'id': rows[0][0], 'added': rows[0][1]} if rows else {'id': none, 'added': 0}) -}}
{%- endmacro -%}
