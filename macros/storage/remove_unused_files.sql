{#- A statement: deletes the files that left a table longer ago than some hours. -#}
{%- macro remove_unused_files(relation, hours) -%}
    {%- set before = modules.datetime.datetime.now(modules.pytz.utc) - modules.datetime.timedelta(hours=hours) -%}
    {{- return(changefeed.of_format('removal of unused files', {
        'delta': 'vacuum ' ~ relation ~ ' retain ' ~ hours ~ ' hours',
        'iceberg': "call spark_catalog.system.expire_snapshots(table => '" ~ relation ~ "', older_than => timestamp '"
            ~ before.strftime('%Y-%m-%d %H:%M:%S.%f') ~ "')",
    })) -}}
{%- endmacro -%}
