{#-
The setting of a session, name → text, by which its commits say to which run they belong: Delta in the commit's
userMetadata, Iceberg in the snapshot's summary. Without a run (none) the text is empty.
-#}
{%- macro mark_of_commits(run) -%}
    {{- return(changefeed.of_format('mark of commits', {
        'delta': {'spark.databricks.delta.commitInfo.userMetadata': '' if run is none else 'changefeed run ' ~ run},
        'iceberg': {'spark.sql.iceberg.snapshot-property.changefeed-run': '' if run is none else run | string},
    })) -}}
{%- endmacro -%}
