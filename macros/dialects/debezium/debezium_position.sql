{#-
Where the source's log has a change: numbers that grow with the log, from the fields of `source` (a map). NULL where the
fields do not say it, are no whole numbers, or where no one knows that their order is safe. MySQL and MariaDB: number of
the binlog file, position, row. PostgreSQL: `sequence`, which has the end of the last transaction and the place of the
change. Transactions are sent in the order in which they commit, so the place alone would order changes by the time when
they were written. SQL Server and Db2: commit_lsn, change_lsn, event_serial_no, in hex. An incremental snapshot that
reads a row before the connector saw any change gives commit_lsn alone: that row comes after all changes of the commit.
Oracle: commit_scn, scn, and the place in the redo log. TiDB (TiCDC): commit_ts.
-#}
{%- macro debezium_position(source) -%}
{%- set sent -%}
case
    when source['commit_ts'] is not null then array(source['commit_ts'])
    when source['file'] is not null then array(
        regexp_extract(source['file'], r'[.]([0-9]+)\z', 1), source['pos'], coalesce(source['row'], '0')
    )
    when source['change_lsn'] is not null then concat(in_hex, array(coalesce(source['event_serial_no'], '0')))
    when source['commit_lsn'] is not null and source['snapshot'] = 'incremental' then concat(in_hex, array('0'))
    when source['lsn'] is not null then coalesce(
        transform(
            array(from_json(source['sequence'], 'array<string>')),
            places -> if(size(places) = 2, array(coalesce(places[0], places[1]), places[1]), null)
        )[0],
        array(source['lsn'])
    )
    when source['commit_scn'] is not null then concat(array(source['commit_scn'], source['scn']), in_hex, array(source['ssn']))
end
{%- endset -%}
transform(
    array({{ source }}),
    source -> transform(
        array({{ changefeed._hex_parts("if(source['commit_lsn'] is null, trim(source['rs_id']), concat(source['commit_lsn'], ':', coalesce(source['change_lsn'], 'ffffffffffffffff:ffffffffffffffff:ffffffffffffffff')))") }}),
        in_hex -> transform(
            array(transform({{ sent }}, place -> if(place rlike r'^-?[0-9]{1,38}\z', cast(place as decimal(38,0)), null))),
            places -> if(exists(places, place -> place is null), null, places)
        )[0]
    )[0]
)[0]
{%- endmacro -%}


{#- The parts of a place in the log such as 00000027:00000758:0005 or 0x000083.00016d1c.0010, as numbers in text. -#}
{%- macro _hex_parts(text) -%}
transform(
    split(regexp_replace({{ text }}, '^0x', ''), '[:.]'),
    part -> if(part rlike r'^[0-9a-fA-F]{1,16}\z', conv(part, 16, 10), null)
)
{%- endmacro -%}
