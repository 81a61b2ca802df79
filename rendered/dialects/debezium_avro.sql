read_frames as (

    select
        *,
        if(
            dialect in ('debezium_avro'),
            transform(
                transform(
                    array(value, key, get(filter(headers, header -> header.key = '__debezium.oldkey'), 0).value),
                    bytes -> if(
                        startswith(bytes, x'00') and length(bytes) > if(options['framing'] <=> 'apicurio', 8, 4),
                        named_struct(
                            'id', conv(hex(substring(bytes, 2, if(options['framing'] <=> 'apicurio', 8, 4))), 16, 10),
                            'payload', substring(bytes, 2 + if(options['framing'] <=> 'apicurio', 8, 4)),
                            'end', concat(x'02', unhex(sha2(substring(bytes, 2 + if(options['framing'] <=> 'apicurio', 8, 4)), 256)))
                        ),
                        null
                    )
                ),
                framed -> case framed.id
                    when '2100000001' then aggregate(array(), from_avro(concat(framed.payload, framed.end), '{"type":"record","name":"Whole","fields":[{"name":"message","type":{"type": "record", "name": "Heartbeat", "namespace": "io.debezium.connector.common", "fields": [{"name": "ts_ms", "type": "long"}], "connect.name": "io.debezium.connector.common.Heartbeat"}},{"name":"end","type":{"name":"End","type":"fixed","size":32}}]}', map('mode', 'PERMISSIVE')), (read, nothing) -> read, read -> aggregate(array(), if(read.end = left(framed.end, 32), to_json(read.message, map('ignoreNullFields', 'false')), null), (text, nothing) -> text, text -> named_struct(
                    'text', text,
                    'name', 'io.debezium.connector.common.Heartbeat',
                    'types', from_json('{"ts_ms": "int64"}', 'map<string,string>'),
                    'fault', case
                        when text is null then 'invalid_avro'
                    end
                )))
                    when '2100000002' then aggregate(array(), from_avro(concat(framed.payload, framed.end), '{"type":"record","name":"Whole","fields":[{"name":"message","type":{"type": "record", "name": "Key", "namespace": "guild.guild.smiths", "fields": [{"name": "id", "type": "int"}], "connect.name": "guild.guild.smiths.Key"}},{"name":"end","type":{"name":"End","type":"fixed","size":32}}]}', map('mode', 'PERMISSIVE')), (read, nothing) -> read, read -> aggregate(array(), if(read.end = left(framed.end, 32), to_json(read.message, map('ignoreNullFields', 'false')), null), (text, nothing) -> text, text -> named_struct(
                    'text', text,
                    'name', 'guild.guild.smiths.Key',
                    'types', from_json('{"id": "int32"}', 'map<string,string>'),
                    'fault', case
                        when text is null then 'invalid_avro'
                    end
                )))
                    when '2100000003' then aggregate(array(), from_avro(concat(framed.payload, framed.end), '{"type":"record","name":"Whole","fields":[{"name":"message","type":{"type": "record", "name": "Envelope", "namespace": "guild.guild.smiths", "fields": [{"name": "before", "type": ["null", {"type": "record", "name": "Value", "namespace": "guild.guild.smiths", "fields": [{"name": "id", "type": "int"}, {"name": "name", "type": ["string", "null"], "default": "?"}, {"name": "wage", "type": ["null", {"type": "bytes", "connect.version": 1, "connect.parameters": {"scale": "2", "connect.decimal.precision": "10"}, "connect.name": "org.apache.kafka.connect.data.Decimal", "logicalType": "decimal", "precision": 64, "scale": 2}], "default": null}, {"name": "joined", "type": ["null", {"type": "int", "connect.version": 1, "connect.name": "io.debezium.time.Date"}], "default": null}, {"name": "marks", "type": ["null", {"type": "array", "items": {"type": "int", "connect.type": "int16"}}], "default": null}], "connect.name": "guild.guild.smiths.Value"}], "default": null}, {"name": "after", "type": ["null", "guild.guild.smiths.Value"], "default": null}, {"name": "source", "type": {"type": "record", "name": "Source", "namespace": "io.debezium.connector.mysql", "fields": [{"name": "version", "type": "string"}, {"name": "connector", "type": "string"}, {"name": "name", "type": "string"}, {"name": "ts_ms", "type": "long"}, {"name": "snapshot", "type": [{"type": "string", "connect.version": 1, "connect.parameters": {"allowed": "true,false"}, "connect.name": "io.debezium.data.Enum"}, "null"], "default": "false"}, {"name": "db", "type": "string"}, {"name": "table", "type": ["null", "string"], "default": null}, {"name": "file", "type": "string"}, {"name": "pos", "type": "long"}, {"name": "row", "type": "int"}], "connect.name": "io.debezium.connector.mysql.Source"}}, {"name": "op", "type": "string"}, {"name": "ts_ms", "type": ["null", "long"], "default": null}], "connect.version": 2, "connect.name": "guild.guild.smiths.Envelope"}},{"name":"end","type":{"name":"End","type":"fixed","size":32}}]}', map('mode', 'PERMISSIVE')), (read, nothing) -> read, read -> aggregate(array(), if(read.end = left(framed.end, 32), to_json(read.message, map('ignoreNullFields', 'false')), null), (text, nothing) -> text, text -> named_struct(
                    'text', text,
                    'name', 'guild.guild.smiths.Envelope',
                    'types', from_json(null, 'map<string,string>'),
                    'fault', case
                        when text is null then 'invalid_avro'
                        when contains(text, '\uFFFD') and not is_valid_utf8(concat_ws(' ', read.message.`before`.`name`, read.message.`source`.`version`, read.message.`source`.`connector`, read.message.`source`.`name`, read.message.`source`.`snapshot`, read.message.`source`.`db`, read.message.`source`.`table`, read.message.`source`.`file`, read.message.`op`)) then 'not_utf8'
                    end
                )))
                    when '2100000004' then aggregate(array(), from_avro(concat(framed.payload, framed.end), '{"type":"record","name":"Whole","fields":[{"name":"message","type":{"type": "record", "name": "Envelope", "namespace": "guild.guild.smiths", "fields": [{"name": "before", "type": ["null", {"type": "record", "name": "Value", "namespace": "guild.guild.smiths", "fields": [{"name": "id", "type": "int"}, {"name": "name", "type": ["string", "null"], "default": "?"}, {"name": "wage", "type": ["null", {"type": "bytes", "connect.version": 1, "connect.parameters": {"scale": "2", "connect.decimal.precision": "10"}, "connect.name": "org.apache.kafka.connect.data.Decimal", "logicalType": "decimal", "precision": 64, "scale": 2}], "default": null}, {"name": "joined", "type": ["null", {"type": "int", "connect.version": 1, "connect.name": "io.debezium.time.Date"}], "default": null}, {"name": "marks", "type": ["null", {"type": "array", "items": {"type": "int", "connect.type": "int16"}}], "default": null}, {"name": "guilds", "type": ["long", "null"], "default": 0}], "connect.name": "guild.guild.smiths.Value"}], "default": null}, {"name": "after", "type": ["null", "guild.guild.smiths.Value"], "default": null}, {"name": "source", "type": {"type": "record", "name": "Source", "namespace": "io.debezium.connector.mysql", "fields": [{"name": "version", "type": "string"}, {"name": "connector", "type": "string"}, {"name": "name", "type": "string"}, {"name": "ts_ms", "type": "long"}, {"name": "snapshot", "type": [{"type": "string", "connect.version": 1, "connect.parameters": {"allowed": "true,false"}, "connect.name": "io.debezium.data.Enum"}, "null"], "default": "false"}, {"name": "db", "type": "string"}, {"name": "table", "type": ["null", "string"], "default": null}, {"name": "file", "type": "string"}, {"name": "pos", "type": "long"}, {"name": "row", "type": "int"}], "connect.name": "io.debezium.connector.mysql.Source"}}, {"name": "op", "type": "string"}, {"name": "ts_ms", "type": ["null", "long"], "default": null}], "connect.version": 2, "connect.name": "guild.guild.smiths.Envelope"}},{"name":"end","type":{"name":"End","type":"fixed","size":32}}]}', map('mode', 'PERMISSIVE')), (read, nothing) -> read, read -> aggregate(array(), if(read.end = left(framed.end, 32), to_json(read.message, map('ignoreNullFields', 'false')), null), (text, nothing) -> text, text -> named_struct(
                    'text', text,
                    'name', 'guild.guild.smiths.Envelope',
                    'types', from_json(null, 'map<string,string>'),
                    'fault', case
                        -- as in dialects/debezium_avro.sql
                    end
                )))
                    when '2100000005' then aggregate(array(), from_avro(concat(framed.payload, framed.end), '{"type":"record","name":"Whole","fields":[{"name":"message","type":{"type": "record", "name": "Key", "namespace": "booth.public.pies", "fields": [{"name": "id", "type": "int"}], "connect.name": "booth.public.pies.Key"}},{"name":"end","type":{"name":"End","type":"fixed","size":32}}]}', map('mode', 'PERMISSIVE')), (read, nothing) -> read, read -> aggregate(array(), if(read.end = left(framed.end, 32), to_json(read.message, map('ignoreNullFields', 'false')), null), (text, nothing) -> text, text -> named_struct(
                    'text', text,
                    'name', 'booth.public.pies.Key',
                    'types', from_json('{"id": "int32"}', 'map<string,string>'),
                    'fault', case
                        when text is null then 'invalid_avro'
                    end
                )))
                    when '2100000006' then aggregate(array(), from_avro(concat(framed.payload, framed.end), '{"type":"record","name":"Whole","fields":[{"name":"message","type":{"type": "record", "name": "Value", "namespace": "booth.public.pies", "fields": [{"name": "id", "type": "int"}, {"name": "name", "type": ["null", "string"], "default": null}, {"name": "price", "type": ["null", "double"], "default": null}, {"name": "__deleted", "type": ["null", "string"], "default": null}, {"name": "__op", "type": ["null", "string"], "default": null}, {"name": "__table", "type": ["null", "string"], "default": null}, {"name": "__lsn", "type": ["null", "long"], "default": null}, {"name": "__source_ts_ms", "type": ["null", "long"], "default": null}], "connect.name": "booth.public.pies.Value"}},{"name":"end","type":{"name":"End","type":"fixed","size":32}}]}', map('mode', 'PERMISSIVE')), (read, nothing) -> read, read -> aggregate(array(), if(read.end = left(framed.end, 32), to_json(read.message, map('ignoreNullFields', 'false')), null), (text, nothing) -> text, text -> named_struct(
                    'text', text,
                    'name', 'booth.public.pies.Value',
                    'types', from_json('{"id": "int32", "name": "string", "price": "double", "__deleted": "string", "__op": "string", "__table": "string", "__lsn": "int64", "__source_ts_ms": "int64"}', 'map<string,string>'),
                    'fault', case
                        when text is null then 'invalid_avro'
                        when contains(text, '\uFFFD') and not is_valid_utf8(concat_ws(' ', read.message.`name`, read.message.`__deleted`, read.message.`__op`, read.message.`__table`)) then 'not_utf8'
                    end
                )))
                    when '2100000007' then aggregate(array(), from_avro(concat(framed.payload, framed.end), '{"type":"record","name":"Whole","fields":[{"name":"message","type":{"type": "record", "name": "STONES", "namespace": "QUARRY", "fields": [{"name": "table", "type": "string"}, {"name": "op_type", "type": "string"}, {"name": "op_ts", "type": "string"}, {"name": "current_ts", "type": "string"}, {"name": "pos", "type": "string"}, {"name": "primary_keys", "type": ["null", {"type": "array", "items": "string"}], "default": null}, {"name": "before", "type": ["null", {"type": "record", "name": "row", "namespace": "QUARRY.STONES", "fields": [{"name": "ID", "type": ["null", "long"], "default": null}, {"name": "ID_isMissing", "type": ["null", "boolean"], "default": null}, {"name": "NAME", "type": ["null", "string"], "default": null}, {"name": "NAME_isMissing", "type": ["null", "boolean"], "default": null}], "connect.name": "QUARRY.STONES.row"}], "default": null}, {"name": "after", "type": ["null", "QUARRY.STONES.row"], "default": null}], "connect.name": "QUARRY.STONES"}},{"name":"end","type":{"name":"End","type":"fixed","size":32}}]}', map('mode', 'PERMISSIVE')), (read, nothing) -> read, read -> aggregate(array(), if(read.end = left(framed.end, 32), to_json(read.message, map('ignoreNullFields', 'false')), null), (text, nothing) -> text, text -> named_struct(
                    'text', text,
                    'name', 'QUARRY.STONES',
                    'types', from_json('{"table": "string", "op_type": "string", "op_ts": "string", "current_ts": "string", "pos": "string", "primary_keys": "array<string>", "before": "QUARRY.STONES.row", "after": "QUARRY.STONES.row"}', 'map<string,string>'),
                    'fault', case
                        when text is null then 'invalid_avro'
                        when contains(text, '\uFFFD') and not is_valid_utf8(concat_ws(' ', read.message.`table`, read.message.`op_type`, read.message.`op_ts`, read.message.`current_ts`, read.message.`pos`, transform(read.message.`primary_keys`, each_0 -> concat_ws(' ', each_0)), read.message.`before`.`NAME`)) then 'not_utf8'
                    end
                )))
                    when '2100000008' then aggregate(array(), from_avro(concat(framed.payload, framed.end), '{"type":"record","name":"Whole","fields":[{"name":"message","type":{"name": "crates", "namespace": "default.wharf", "type": "record", "fields": [{"name": "id", "type": {"type": "long", "connect.parameters": {"tidb_type": "BIGINT UNSIGNED"}}}]}},{"name":"end","type":{"name":"End","type":"fixed","size":32}}]}', map('mode', 'PERMISSIVE')), (read, nothing) -> read, read -> aggregate(array(), if(read.end = left(framed.end, 32), to_json(read.message, map('ignoreNullFields', 'false')), null), (text, nothing) -> text, text -> named_struct(
                    'text', text,
                    'name', '',
                    'types', from_json('{"id": "bigint unsigned"}', 'map<string,string>'),
                    'fault', case
                        when text is null then 'invalid_avro'
                    end
                )))
                    when '2100000009' then aggregate(array(), from_avro(concat(framed.payload, framed.end), '{"type":"record","name":"Whole","fields":[{"name":"message","type":{"name": "crates", "namespace": "default.wharf", "type": "record", "fields": [{"name": "id", "type": {"type": "long", "connect.parameters": {"tidb_type": "BIGINT UNSIGNED"}}}, {"name": "label", "type": ["null", {"type": "string", "connect.parameters": {"tidb_type": "TEXT"}}]}, {"name": "load", "type": ["null", {"type": "bytes", "connect.parameters": {"tidb_type": "DECIMAL"}, "logicalType": "decimal", "precision": 10, "scale": 3}]}, {"name": "seal", "type": ["null", {"type": "bytes", "connect.parameters": {"tidb_type": "BIT", "length": "9"}}]}, {"name": "docked", "type": ["null", {"type": "string", "connect.parameters": {"tidb_type": "DATETIME"}}]}, {"name": "photo", "type": ["null", {"type": "bytes", "connect.parameters": {"tidb_type": "BLOB"}}]}, {"name": "_tidb_op", "type": "string"}, {"name": "_tidb_commit_ts", "type": "long"}, {"name": "_tidb_commit_physical_time", "type": "long"}]}},{"name":"end","type":{"name":"End","type":"fixed","size":32}}]}', map('mode', 'PERMISSIVE')), (read, nothing) -> read, read -> aggregate(array(), if(read.end = left(framed.end, 32), to_json(read.message, map('ignoreNullFields', 'false')), null), (text, nothing) -> text, text -> named_struct(
                    'text', text,
                    'name', '',
                    'types', from_json('{"id": "bigint unsigned", "label": "text", "load": "decimal(,)", "seal": "bit(9)", "docked": "datetime", "photo": "blob", "_tidb_op": "string", "_tidb_commit_ts": "int64", "_tidb_commit_physical_time": "int64"}', 'map<string,string>'),
                    'fault', case
                        when text is null then 'invalid_avro'
                        when contains(text, '\uFFFD') and not is_valid_utf8(concat_ws(' ', read.message.`label`, read.message.`docked`, read.message.`_tidb_op`)) then 'not_utf8'
                    end
                )))
                    when framed.id then named_struct('text', cast(null as string), 'name', cast(null as string), 'types', cast(null as map<string,string>), 'fault', 'schema_unknown')
                end
            ),
            null
        ) as written
    from messages

),

judged_frames as (

    select
        *,
        case
            when length(value) = 0 then null
            when not dialect in ('debezium_avro') then if(false and (not startswith(value, x'00') or length(value) < 5), 'wrong_framing', null)
            when value is null then if((dialect = 'debezium_avro' and options['deletes'] <=> 'tombstone' and key is not null), written[1].fault, null)
            when written[0] is null then 'wrong_framing'
            when written[0].fault = 'schema_unknown' then 'schema_unknown'
            when written[0].fault = 'invalid_avro' then 'invalid_avro'
            when written[0].fault = 'not_utf8' then 'not_utf8'
        end as frame_fault
    from read_frames

),

unframed_messages as (

    select
        * except (key, value, headers, written),
        case
            when dialect in ('debezium_avro') then coalesce(cast(if(written[1].fault is null, written[1].text, null) as binary), key)
            else key
        end as key,
        case
            when dialect in ('debezium_avro') then coalesce(cast(if(written[0].fault is null, written[0].text, null) as binary), value)
            else value
        end as value,
        if(
            dialect in ('debezium_avro') or false,
            transform(headers, h -> if(h.key = '__debezium.oldkey', struct(h.key as key, case
            when dialect in ('debezium_avro') then coalesce(cast(if(written[2].fault is null, written[2].text, null) as binary), h.value)
            else h.value
        end as value), h)),
            headers
        ) as headers,
        coalesce(written[0].name, written[1].name) as written_name,
        coalesce(written[0].types, written[1].types) as written_types,
        written[1].fault as key_fault,
        if(written[1].fault = 'schema_unknown', concat(
    'The ', 'Kafka key', ' on topic ', topic, ' was written with the schema ', conv(hex(substring(key, 2, if(options['framing'] <=> 'apicurio', 8, 4))), 16, 10),
    ', and neither a schema registry nor the folder schemas/ has given it.',
    ' Each run asks the registry (CHANGEFEED_REGISTRY_URL) for schemas that it lacks; or put it into schemas/', conv(hex(substring(key, 2, if(options['framing'] <=> 'apicurio', 8, 4))), 16, 10), '.avsc.'
), null) as key_detail,
        case frame_fault
            when 'schema_unknown' then concat(
                'The ', if(value is null, 'Kafka key', 'value'), ' on topic ', topic, ' was written with the schema ', conv(hex(substring(if(value is null, key, value), 2, if(options['framing'] <=> 'apicurio', 8, 4))), 16, 10),
                ', and neither a schema registry nor the folder schemas/ has given it.',
                ' Each run asks the registry (CHANGEFEED_REGISTRY_URL) for schemas that it lacks; or put it into schemas/', conv(hex(substring(if(value is null, key, value), 2, if(options['framing'] <=> 'apicurio', 8, 4))), 16, 10), '.avsc.'
            )
            when 'invalid_avro' then concat(
                'The ', if(value is null, 'Kafka key', 'value'), ' is not one whole Avro record of the schema ', conv(hex(substring(if(value is null, key, value), 2, if(options['framing'] <=> 'apicurio', 8, 4))), 16, 10), ' (cut off, followed by more bytes, or written with another schema). It has ', length(value),
                ' bytes and begins with ', hex(left(value, 16)), '. Check the option framing of this feed in seeds/changefeed_feeds.csv.'
            )
            when 'not_utf8' then 'A name or text in the record holds bytes that are no UTF-8, so its characters cannot be known.'
        end as frame_detail
    from judged_frames

),

texts as (
    -- as in dialects/maxwell.sql
),

parsed_messages as (

    select
        *,
        if(
            text_fault is null and dialect in ('debezium_avro'),
            from_json(
                -- as in dialects/debezium.sql
            ),
            null
        ) as dbz_parsed
    from texts

),

envelopes as (
    -- as in dialects/debezium.sql
),

terms as (

    select
        *,
        if(
            -- as in dialects/debezium.sql
        ) as dbz_sent,
        if(has_fractions, if(
            -- as in dialects/debezium.sql
        ), dbz_sent) as dbz_body,
        dbz_body.source as dbz_source,
        dbz_source['connector'] <=> 'TiCDC' as dbz_is_tidb,
        coalesce(dbz_source['snapshot'], 'false') as dbz_snapshot,
        dbz_snapshot not in ('false', 'incremental') or dbz_snapshot = 'false' and dbz_body.op <=> 'r' and coalesce(
            nullif(dbz_source['file'], ''), dbz_source['change_lsn'], nullif(dbz_source['lsn'], '0'), nullif(dbz_source['commit_scn'], '0')
        ) is null as dbz_is_load,
        transform(array(cast(key as string), if(dbz_body.op = 'c', cast(get(filter(headers, header -> header.key = '__debezium.oldkey'), 0).value as string), null)), text -> get(
            -- as in dialects/debezium.sql
        )) as dbz_key_rows,
        dbz_key_rows[0] as dbz_key_row,
        dbz_key_rows[1] as dbz_old_key_row,
        dbz_source['table'] as dbz_table,
        declared_keys[concat_ws(':',
            -- as in dialects/debezium.sql
        exists(array(dbz_body.before, dbz_body.after, dbz_source, dbz_body.transaction), each -> coalesce((size(array_distinct(map_keys(each))) <> size(each)), false)) or if(
            -- as in dialects/debezium.sql
        )), names -> size(array_distinct(names)) <> size(names))
            )
        ) as dbz_repeats_a_name,
        get(
            -- as in dialects/debezium.sql
        ) not in ('STRING', 'VOID'), true)
                        )
                    ),
                    false
                )
            ),
            0
        ) as dbz_has_non_string,
        if(written_types is null or dbz_body.op is null, null, array(written_types)) as dbz_sides,
        get(dbz_sides, 0) as dbz_types,
        case
            -- as in dialects/debezium.sql
        end as dbz_operation,
        coalesce(dbz_body.op in ('c', 'r', 'u', 'd'), false) as dbz_is_row,
        coalesce(dbz_source['name'] = 'OMS', false) or dbz_operation is null and coalesce(dbz_body.op, dbz_body.status) is null or dbz_is_row and coalesce(size(array_except(map_keys(dbz_source), array('db', 'database', 'schema', 'table'))), 0) <= 0 as dbz_is_foreign,
        if(dbz_body.op = 'd', dbz_body.before, dbz_body.after) as dbz_shown,
        coalesce(split(options['key_with'], '[|]'), array()) as dbz_key_with,
        if(size(dbz_key_with) = 0, null, map_filter(dbz_key_row, (name, text) -> array_contains(dbz_key_with, name))) as dbz_key_added,
        case when not dbz_is_row then map_keys(dbz_key_row) when dbz_shown is null then array_except(map_keys(dbz_key_row), array_except(split(concat_ws('|', '__dbz__physicalTableIdentifier', options['key_without']), '[|]'), dbz_key_with)) when arrays_overlap(map_keys(dbz_key_row), concat(map_keys(dbz_shown), dbz_key_with)) then array_intersect(map_keys(dbz_key_row), concat(map_keys(dbz_shown), dbz_key_with)) else map_keys(dbz_key_row) end as dbz_key_columns,
        if(dbz_is_row and dbz_own_key is null and size(dbz_key_columns) < size(dbz_key_row), to_json(map_filter(dbz_key_row, (name, text) -> not array_contains(dbz_key_columns, name))), null) as dbz_key_left_out,
        array_join(transform(map_values(dbz_shown), text -> left(text, 9)), '') rlike r'^(\{"value":)++\z' as dbz_wraps,
        if(dbz_is_load or dbz_operation in ('heartbeat', 'begin', 'commit', 'other'), null, transform(
            -- as in dialects/debezium.sql
        )),
            -- as in dialects/debezium.sql
        end, place -> if(place rlike r'^-?[0-9]{1,38}\z', cast(place as decimal(38,0)), null))),
                    places -> if(exists(places, place -> place is null), null, places)
                )[0]
            )[0]
        )[0]) as dbz_sequence,
        if(options['unavailable'] is null, null, transform(array(options['unavailable']), w -> concat(array(w, base64(w), lower(hex(w)), concat('{"', w, '":"', w, '"}')), transform(array(w, base64(w), lower(hex(w))), e -> concat('["', e, '"]')), transform(array('', '.0'), e -> concat('[', array_join(transform(regexp_extract_all(hex(w), '..', 0), b -> concat(conv(b, 16, 10), e)), ','), ']'))))[0]) as dbz_placeholders,
        map_keys(map_filter(
            -- as in dialects/debezium.sql
        )) as dbz_unsent,
        if(
            dbz_body.op = 'd',
            if(dbz_own_key is null, dbz_key_row is not null, size(dbz_own_key) > 0)
            and (dbz_body.before is null or coalesce('postgresql' in (dbz_source['connector'], source_kind), false) or size(dbz_unsent) > 0),
            coalesce(size(dbz_unsent) > 0, false)
        ) as dbz_is_partial,
        case
            when not dbz_is_partial then dbz_body.after
            when size(dbz_own_key) = 0 then transform_values(
                dbz_body.after, (name, text) -> if(array_contains(dbz_unsent, name), dbz_body.before[name], text)
            )
            else map_filter(dbz_body.after, (name, text) -> not array_contains(dbz_unsent, name))
        end as dbz_after,
        case
            -- as in dialects/debezium.sql
        end as dbz_before,
        transform(array(dbz_after, dbz_before), row -> if(
            -- as in dialects/debezium.sql
        )) as dbz_rows,
        if(
            dbz_key_added is null,
            dbz_rows,
            transform(dbz_rows, row -> map_concat(map_filter(dbz_key_added, (name, text) -> not array_contains(map_keys(row), name)), row))
        ) as dbz_images,
        false as dbz_digits
    from envelopes

),

reasoned_messages as (

    select
        *,
        case
            when text_fault is not null then text_fault
            when value_text is not null and dialect = 'debezium_avro' then case
                when dbz is null then 'invalid_json'
                when size(array_distinct(names)) <> size(names) then 'duplicate_name'
                when dbz_is_row and key_fault is not null and dbz_own_key is null and key_fault = 'schema_unknown' then 'schema_unknown'
                when dbz_is_row and key_fault is not null and dbz_own_key is null then 'no_key_declared'
                when ((arrays_overlap(names, split('csn,current_ts,op_ts,op_type,pos,primary_keys,table,tokens,xid', ','))) or (dbz_is_foreign)) then 'wrong_dialect'
                when lower(dbz_source['connector']) = 'mongodb' or dbz_wraps then 'source_not_covered'
                when not options['order'] <=> 'offset' and not options['deletes'] <=> 'tombstone' and dbz_sequence is null and not dbz_is_load and dbz_operation in ('insert', 'update', 'delete', 'truncate', 'ddl', 'snapshot') then 'sequence_missing'
                when dbz_is_row and (dbz_body.op <> 'd' and dbz_body.after is null or dbz_body.op = 'd' and dbz_body.before is null and dbz_key_row is null) then 'row_missing'
                when dbz_operation is null then 'unknown_operation'
                when dbz_is_row and dbz_body.op in ('u', 'd') and dbz_body.before is null and size(dbz_own_key) = 0 then 'before_missing'
                when dbz_repeats_a_name then 'duplicate_name'
                when ((dbz_has_non_string or dbz_digits or exists(dbz_sides, types -> types is null or to_json(types) <> to_json(dbz_types))) or (dbz_is_unread)) then 'wrong_type'
            end
        end as reason
    from terms

),

read_messages as (

    select
        feed,
        dialect,
        source_kind,
        topic,
        topic_incarnation,
        partition,
        offset,
        kafka_at,
        landed_at,
        batch_id,
        ordered_at,
        decode_batch_id,
        declared_keys,
        declared_types,
        database_override,
        schema_override,
        reason,
        coalesce(
            frame_detail,
            case reason
                -- as in dialects/maxwell.sql
            end,
            case reason when 'duplicate_name' then if(size(array_distinct(names)) <> size(names), concat(
                'The message names ', array_join(array_distinct(filter(names, (name, i) -> array_position(names, name) <= i)), ', '), ' more than once.'
            ), null) end,
            case dialect
                when 'debezium_avro' then case reason
                    when 'schema_unknown' then concat(key_detail, ' Or declare the key of the table in seeds/changefeed_table_keys.csv.')
                    when 'no_key_declared' then concat('The Kafka key is not one whole Avro record of the schema ', conv(hex(substring(key, 2, if(options['framing'] <=> 'apicurio', 8, 4))), 16, 10), ': declare the key in seeds/changefeed_table_keys.csv.')
                    when 'wrong_dialect' then if(dbz_is_foreign, concat(case when dbz_source['name'] = 'OMS' then 'source.name is OMS: it is of oms_debezium or oms_debezium_flatten' when dbz_is_row then 'source names the table alone, as Flink and SeaTunnel write it (flink_json)' else 'It is no message of Debezium, or a flattened one (debezium_flat)' end, '. Check the dialect of this feed in seeds/changefeed_feeds.csv.'), concat_ws(' ', 'A message of debezium_avro.', slice(filter(transform(names, name -> concat(name, ' is a member of ', split_part(get(filter(split('csn,current_ts,op_ts,op_type,pos,primary_keys,table,tokens,xid:ogg_avro', '[|]'), each -> find_in_set(name, split_part(each, ':', 1)) > 0), 0), ':', 2), '.')), words -> words is not null), 1, 1), 'Check the dialect of this feed in seeds/changefeed_feeds.csv.'))
                    when 'source_not_covered' then if(dbz_wraps, 'Columns are {value, set}: let PGCompatible of YugabyteDB make them plain.', 'Declare topics of MongoDB as debezium_mongodb.')
                    when 'sequence_missing' then concat('source of the connector ', coalesce(dbz_source['connector'], 'null'), ' names no known place to order by. Set order=offset.')
                    when 'row_missing' then concat('The row of op ', dbz_body.op, ' is absent or null. Check the replica identity, or row image, of the source.')
                    when 'unknown_operation' then concat('Debezium documents no op ', coalesce(dbz_body.op, 'null'), '.')
                    when 'before_missing' then 'The table is declared without a key, and the row before is missing: set REPLICA IDENTITY FULL (binlog_row_image=FULL), or declare a key in seeds/changefeed_table_keys.csv.'
                    when 'duplicate_name' then 'The payload, a row, source or transaction names something twice.'
                    when 'wrong_type' then if(dbz_is_unread, 'A member holds another kind of JSON value than debezium_avro sends: an object (before, after, source, transaction), what it is documented to hold (schema, payload).', case when dbz_has_non_string then 'Debezium writes ddl, databaseName, schemaName, and in source connector, db, schema and table, as texts; one here is none.' when dbz_digits then 'Decimals are numbers without the option decimals=numeric, or texts with it.' else 'The schema names a column twice or by no text, a decimal without its scale, or other columns before than after.' end)
                end
            end
        ) as detail,
        if(
            value_text is null and not (dialect = 'debezium_avro' and options['deletes'] <=> 'tombstone' and key is not null),
            'other',
            cast(if(reason is null, dbz_operation, null) as string)
        ) as operation,
        cast(coalesce(dbz_source['db'], dbz_body.databaseName) as string) as source_database,
        cast(coalesce(dbz_source['schema'], dbz_body.schemaName) as string) as source_schema,
        cast(dbz_table as string) as source_table,
        cast(if(reason is null, if(dbz_operation in ('ddl', 'truncate') and dbz_body.op is null, 'ddl', null), null) as string) as statement_kind,
        cast(if(reason is null, coalesce(if(try_cast(dbz_source['ts_us'] as bigint) between -62135596800000000 and 253402300799999999, timestamp_micros(try_cast(dbz_source['ts_us'] as bigint)), null), if(nullif(try_cast(dbz_source['ts_ms'] as bigint), 0) between -62135596800000 and 253402300799999, timestamp_millis(nullif(try_cast(dbz_source['ts_ms'] as bigint), 0)), null)), null) as timestamp) as source_at,
        cast(if(reason is null, if(try_cast(dbz_body.ts_ms as bigint) between -62135596800000 and 253402300799999, timestamp_millis(try_cast(dbz_body.ts_ms as bigint)), null), null) as timestamp) as processed_at,
        cast(if(reason is null, dbz_is_partial, null) as boolean) as is_partial,
        cast(null as boolean) as is_before_changed_only,
        cast(if(reason is null, coalesce(dbz_body.transaction['id'], if(dbz_body.status is null, null, dbz_body.id), dbz_source['gtid'], dbz_source['txId'], if(dbz_is_row, dbz_source['commit_ts'], null)), null) as string) as transaction_id,
        cast(if(reason is null, nullif(dbz_source['server_id'], '0'), null) as string) as source_server,
        cast(if(reason is null, dbz_key_columns, null) as array<string>) as key_columns,
        cast(if(reason is null, if(options['order'] <=> 'offset' or options['deletes'] <=> 'tombstone', null, if(
            dbz_is_tidb and dbz_body.op <=> 'd' or exists(headers, header -> header.key = '__debezium.newkey'),
            concat(
                slice(dbz_sequence, 1, size(dbz_sequence) - 1),
                array(element_at(dbz_sequence, -1) - 1, 1)
            ),
            dbz_sequence
        )), null) as array<decimal(38,0)>) as source_sequence,
        cast(if(reason is null, nullif(dbz_body.ddl, ''), null) as string) as statement,
        cast(dbz_key_left_out as string) as key_left_out,
        cast(if(reason is null, coalesce(nullif(dbz_body.tableChanges, '[]'), to_json(dbz_types)), null) as string) as column_types,
        cast(if(reason is null, if(dbz_body.op = 'd', array(), slice(dbz_images, 1, 1)), null) as array<map<string,string>>) as after_rows,
        cast(if(reason is null, if(dbz_before is null, array(), slice(dbz_images, 2, 1)), null) as array<map<string,string>>) as before_rows,
        cast(null as string) as pair_side
    from reasoned_messages

),

placed_messages as (
    -- as in dialects/baseline.sql
),

judged_messages as (
    -- as in dialects/baseline.sql
end
                then 'key_absent'
        end as reason
    from placed_messages

),

row_changes as (
    -- as in dialects/baseline.sql
),

keyed_changes as (
    -- as in dialects/baseline.sql
),

decoded_changes as (
    -- as in dialects/baseline.sql
);
