{#-
The setting of a session, name → text, by which its commits say to which run they belong: Delta's, in userMetadata. Of
Iceberg there is none: its commits say nothing, and the note of a run names the versions (replace_notes()). Without a
run (none) the text is empty.
-#}
{%- macro mark_of_commits(run) -%}
    {{- return(changefeed.of_format('mark of commits', {
        'delta': {'spark.databricks.delta.commitInfo.userMetadata': '' if run is none else 'changefeed run ' ~ run},
        'iceberg': {},
    })) -}}
{%- endmacro -%}
