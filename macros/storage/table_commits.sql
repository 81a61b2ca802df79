{#- A statement that gives the newest commits to a table, the last one first. Its columns are the format's. -#}
{%- macro table_commits(relation, most) -%}
    {{- return(changefeed.of_format('list of commits', {
        'delta': 'describe history ' ~ relation ~ ' limit ' ~ most,
        'iceberg': 'select log.version, snapshots.operation, snapshots.summary from '
            ~ '(select latest_snapshot_id as snapshot_id, max(latest_sequence_number) as version from ' ~ relation
            ~ '.metadata_log_entries group by 1) as log inner join ' ~ relation
            ~ '.snapshots as snapshots using (snapshot_id) order by version desc limit ' ~ most,
    })) -}}
{%- endmacro -%}
