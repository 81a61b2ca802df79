{#-
The changes that DataWorks and OMS's DataWorks 2.0 have in common. `envelope` is the name of either's envelope. The
expressions read its terms operation, before, after and types.
-#}
{%- macro dataworks_changes(envelope) -%}
{%- set changes -%}
-- operation
{{ envelope }}_operation
-- source_database
{{ envelope }}.schema.source.dbName
-- after_rows
if({{ envelope }}_after is null, array(), array({{ envelope }}_after))
-- before_rows
if({{ envelope }}_before is null, array(), array({{ envelope }}_before))
-- is_before_changed_only
false
-- column_types
to_json({{ envelope }}_types, map('ignoreNullFields', 'false'))
-- source_at
{{ changefeed._dataworks_time(envelope ~ '.payload.timestamp.eventTime') }}
-- processed_at
{{ changefeed._dataworks_time(envelope ~ '.payload.timestamp.systemTime') }}
-- statement
nullif({{ envelope }}.payload.ddl.text, '')
-- statement_kind
if({{ envelope }}.payload.op in ('{{ changefeed.canal_statement_operations() | join("', '") }}'), lower({{ envelope }}.payload.op), null)
{%- endset -%}
    {{- return(changefeed.parts(changes)) -}}
{%- endmacro -%}


{#- Milliseconds since 1970; -1 says that there is none. -#}
{%- macro _dataworks_time(millis) -%}
{{ changefeed.millis_to_timestamp('nullif(try_cast(' ~ millis ~ ' as bigint), -1)') }}
{%- endmacro -%}
