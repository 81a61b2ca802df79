{#-
A statement that gives the versions of a table: version, timestamp, operation, and run, as the commit says it
(mark_of_commits()).
-#}
{%- macro table_versions(relation) -%}
    {{- return(changefeed.of_format('list of versions', {
        'delta': 'describe history ' ~ relation,
        'iceberg': "select snapshot_id as version, committed_at as timestamp, operation, summary['changefeed-run'] as userMetadata from "
            ~ relation ~ '.snapshots',
    })) -}}
{%- endmacro -%}
