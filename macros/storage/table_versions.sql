{#-
A statement that gives the versions of a table: version, timestamp, operation, and userMetadata, the run as the commit
says it (mark_of_commits(), replace_notes()). Of Iceberg also parent_id, the version that it follows.
-#}
{%- macro table_versions(relation) -%}
    {{- return(changefeed.of_format('list of versions', {
        'delta': 'describe history ' ~ relation,
        'iceberg': 'select snapshot_id as version, parent_id, committed_at as timestamp, operation, '
            ~ "summary['changefeed-run'] as userMetadata from " ~ relation ~ '.snapshots',
    })) -}}
{%- endmacro -%}
