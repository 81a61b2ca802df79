{#-
Debezium's own messages in JSON. A change of key comes as a delete of the old key and, often in another partition, an insert of the new one that names the old
one in a header: the insert is the update with both keys, and the delete stays one, which does the same again wherever it lies.
-#}
{%- macro debezium_dialect() -%}
{%- set operation -%}
case
    when debezium_body.op is not null then case
        when debezium_body.op in ('c', 'r') and debezium_is_load then 'snapshot'
        when debezium_body.op = 'c' and debezium_old_key_row is not null then 'update'
        else {{ changefeed.lookup('debezium_body.op', {'c': 'insert', 'r': 'snapshot', 'u': 'update', 'd': 'delete', 't': 'truncate', 'm': 'other'}) }}
    end
    when debezium_body.ddl is not null or debezium_body.tableChanges is not null then case
        when debezium_is_load or coalesce(debezium_body.ddl, '') = '' then 'other'
        when {{ changefeed.is_truncate('debezium_body.ddl') }} then 'truncate'
        else 'ddl'
    end
    when debezium_body.status is not null then {{ changefeed.lookup('debezium_body.status', {'BEGIN': 'begin', 'END': 'commit'}) }}
    when debezium_body.ts_ms is not null and debezium_body.source is null
        and (debezium.payload is not null or size(array_except(names, array('ts_ms', 'ts_us', 'ts_ns'))) = 0) then 'heartbeat'
    when debezium.payload is null and size(array_except(names, array('schema', 'payload'))) = 0 then 'other'
    when array_contains(names, 'type') and size(array_except(names, array({{ changefeed.sql_strings(changefeed._members_of_signals()) }}))) = 0 then 'other'
end
{%- endset -%}
{%- set is_unavailable = changefeed.debezium_is_unavailable('text') -%}
{%- set after -%}
case
    when not debezium_is_partial then debezium_body.after
    when size({{ changefeed._declared_key() }}) = 0 then transform_values(
        debezium_body.after, (name, text) -> if({{ is_unavailable }}, debezium_body.before[name], text)
    )
    else map_filter(debezium_body.after, (name, text) -> text is null or not {{ is_unavailable }})
end
{%- endset -%}
{%- set before -%}
case
    when debezium_body.op = 'c' then debezium_old_key_row
    when debezium_body.op = 'd' and debezium_body.before is null then debezium_key_row
    when debezium_body.op = 'd' and debezium_is_partial then map_filter(
        debezium_body.before,
        (name, text) -> map_contains_key(debezium_key_row, name) or text is not null and coalesce(array_contains({{ changefeed._declared_key() }}, name), false)
    )
    else debezium_body.before
end
{%- endset -%}
    {{- return(changefeed.extend(changefeed.debezium_family('Debezium'), {
        'name': 'debezium',
        'version': 1,
        'source_kinds': ['mysql', 'mariadb', 'postgresql', 'sqlserver', 'oracle', 'db2'],
        'options': changefeed.debezium_options(),
        'members': [
            'before', 'after', 'source', 'op', 'ts_ms', 'ts_us', 'ts_ns', 'transaction', 'message', 'schema', 'payload',
            'databaseName', 'schemaName', 'ddl', 'tableChanges', 'status', 'event_count', 'data_collections',
        ] + changefeed._members_of_signals(),
        'signature': {'has': [], 'usually_has': [['source', 'payload', 'ts_ms']]},
        'terms': {
            'is_load': "coalesce(debezium_body.source['snapshot'], 'false') not in ('false', 'incremental')",
            'old_key_row': "if(debezium_body.op = 'c', "
                ~ changefeed.debezium_key_row("cast(get(filter(headers, header -> header.key = '__debezium.oldkey'), 0).value as string)") ~ ', null)',
            'columns': "get(filter(debezium.schema.fields, each -> each.field = if(debezium_body.after is null, 'before', 'after')), 0).fields",
            'types': changefeed.debezium_types('debezium_columns'),
            'operation': operation,
            'is_row': "coalesce(debezium_body.op in ('c', 'r', 'u', 'd'), false)",
            'position': "if(debezium_is_load or debezium_operation in ('heartbeat', 'begin', 'commit', 'other'), null, "
                ~ changefeed.debezium_position('debezium_body.source') ~ ')',
            'is_partial': "case"
                ~ " when debezium_body.op = 'd' then debezium_key_row is not null and size(" ~ changefeed._declared_key() ~ ") <> 0 and (debezium_body.before is null or debezium_body.source['connector'] <=> 'postgresql'"
                ~ ' or exists(map_values(debezium_body.before), text -> coalesce(' ~ is_unavailable ~ ', false)))'
                ~ " when debezium_body.source['connector'] in ('mysql', 'mariadb') or debezium_body.op = 'c' and debezium_old_key_row is null or debezium_body.op = 'r' then false"
                ~ ' else coalesce(exists(map_values(debezium_body.after), text -> coalesce(' ~ is_unavailable ~ ', false)), false)'
                ~ ' end',
            'after': after,
            'before': before,
        },
        'faults': {
            'wrong_dialect': {
                'when': "coalesce(debezium_body.source['name'] = 'OMS', false) or debezium_operation is null and coalesce(debezium_body.op, debezium_body.status) is null",
                'detail': "if(debezium_body.source is null, 'No member tells what this is: a message of Debezium has op, or is one of its heartbeats, ends of transactions,"
                    ~ " statements or signals. Check the dialect of this feed in seeds/feeds.csv (flattened messages are debezium_flat).',"
                    ~ " 'source.name is OMS: OMS writes this, not Debezium. Declare the feed as oms_debezium or oms_debezium_flatten in seeds/feeds.csv.')",
            },
            'source_not_covered': {
                'when': "lower(debezium_body.source['connector']) in ('mongodb', 'ticdc')",
                'detail': "concat('Messages of the connector ', debezium_body.source['connector'], ' are not decoded: MongoDB sends documents and patches in place of rows, TiCDC extends the format.')",
            },
            'sequence_missing': {
                'when': "not options['order'] <=> 'offset' and debezium_position is null and not debezium_is_load"
                    ~ " and debezium_operation in ('insert', 'update', 'delete', 'truncate', 'ddl', 'snapshot')",
                'detail': "concat('source of the connector ', coalesce(debezium_body.source['connector'], 'null'), ' names no place in the log that is known to order changes (file, pos and row;"
                    ~ " sequence or lsn; commit_lsn and change_lsn; commit_scn, scn, rs_id and ssn). Set order=offset among the options of this feed.')",
            },
        },
        'changes': {
            'after_rows': "if(debezium_body.op = 'd', array(), array(" ~ changefeed.debezium_scaled('debezium_after', 'debezium_types') ~ '))',
            'before_rows': "if(debezium_before is null, array(), array(" ~ changefeed.debezium_scaled('debezium_before', 'debezium_types') ~ '))',
            'is_partial': 'debezium_is_partial',
            'column_types': 'to_json(debezium_types)',
            'source_at': "coalesce(" ~ changefeed._micros_to_timestamp("try_cast(debezium_body.source['ts_us'] as bigint)") ~ ', '
                ~ changefeed.millis_to_timestamp("try_cast(debezium_body.source['ts_ms'] as bigint)") ~ ')',
            'source_sequence': "if(options['order'] <=> 'offset', null, debezium_position)",
            'transaction_id': "coalesce(debezium_body.transaction['id'], if(debezium_body.status is null, null, debezium_body.id),"
                ~ " debezium_body.source['gtid'], debezium_body.source['txId'])",
        },
        'value': changefeed.debezium_value,
    })) -}}
{%- endmacro -%}


{#- What messages to and from Debezium's signal and notification topics have. -#}
{%- macro _members_of_signals() -%}
    {{- return(['id', 'type', 'data', 'aggregate_type', 'additional_data', 'timestamp', 'aggregateType', 'additionalData']) -}}
{%- endmacro -%}


{%- macro _micros_to_timestamp(micros) -%}
if({{ micros }} between -62135596800000000 and 253402300799999999, timestamp_micros({{ micros }}), null)
{%- endmacro -%}
