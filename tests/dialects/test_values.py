"""How the texts of each dialect read as values: exactly, or not at all. The values are the published ones and edges."""

from __future__ import annotations

import json

import pytest

from pipeline import Pipeline

# source_type, data_type, text, what is read (None: kept in _unreadable)
PUBLISHED = (  # of the one message that is published
    ("timestamp without time zone", "timestamp_ntz", "2021-12-16 12:31:49.344365", "2021-12-16 12:31:49.344365"),
    ("tstzrange", "string", '("2010-01-01 14:30:00+08","2010-01-01 15:30:00+08")',
     '("2010-01-01 14:30:00+08","2010-01-01 15:30:00+08")'),
    ("int4range", "string", "[11,20)", "[11,20)"),
    ("character(1)", "string", "g", "g"),
    ("json", "string", '{"key1": "value1"}', '{"key1": "value1"}'),
    ("boolean", "boolean", "false", "false"),
    ("bit", "string", "1", "1"),
    ("smallint", "smallint", "12", "12"),
    ("bytea", "binary", "62797465615f64617461", "62797465615F64617461"),
)  # fmt: skip
POSTGRESQL_VALUES = (
    *PUBLISHED,
    ("numeric(65,30)", "string", "1.000000000000000000000000000001", "1.000000000000000000000000000001"),
    ("numeric(12,2)", "decimal(12,2)", "4.505", None),
    ("numeric(12,2)", "decimal(12,2)", "NaN", None),
    ("double precision", "double", "1.2510357E7", "1.2510357E7"),
    ("real", "float", "-Infinity", "-Infinity"),
    ("int8", "bigint", "9223372036854775807", "9223372036854775807"),
    ("integer", "int", "2147483648", None),
    ("bool", "boolean", "true", "true"),
    ("boolean", "boolean", "yes", None),
    ("bytea", "binary", "", ""),
    ("bytea", "binary", "616", None),
    ("bytea", "binary", "\\\\x61", "61"),
    ("timestamp(6) with time zone", "timestamp", "2010-01-01 14:30:00.25+08", "2010-01-01 06:30:00.25"),
    ("timestamptz", "timestamp", "2010-01-01 14:30:00+05:30", "2010-01-01 09:00:00"),
    ("timestamptz", "timestamp", "infinity", None),
    ("timestamp", "timestamp_ntz", "0044-03-15 12:00:00 BC", None),
    ("timestamptz", "string", "infinity", "infinity"),
    ("date", "date", "2024-02-30", None),
    ("time without time zone", "bigint", "24:00:00", "86400000000"),
    ("character varying(20)", "string", "", ""),
    ("integer[]", "string", "{1,NULL}", "{1,NULL}"),
    ("_text", "string", "{a}", "{a}"),
    ("uuid", "string", "0b0e", "0b0e"),
)
GAUSSDB_VALUES = (
    *PUBLISHED,
    ("number(12,2)", "decimal(12,2)", "1E1", "10.00"),
    ("tinyint", "smallint", "255", "255"),
    ("blob", "binary", "FF00", "FF00"),
    ("smalldatetime", "timestamp_ntz", "2024-06-01 11:00:00", "2024-06-01 11:00:00"),
    ("nvarchar2(9)", "string", "茶", "茶"),
)
SQLSERVER_VALUES = (
    ("bit", "boolean", "1", "true"),
    ("money", "decimal(19,4)", "-922337203685477.5808", "-922337203685477.5808"),
    ("datetime2(7)", "timestamp_ntz", "2024-06-01 11:00:00.1234567", None),
    ("datetime2(7)", "string", "2024-06-01 11:00:00.1234567", "2024-06-01 11:00:00.1234567"),
    ("datetime", "timestamp_ntz", "2024-06-01 11:00:00.123", "2024-06-01 11:00:00.123"),
    ("datetimeoffset(7)", "timestamp", "2024-06-01 11:00:00.1234560 +08:00", "2024-06-01 03:00:00.123456"),
    ("uniqueidentifier", "string", "6F96", "6F96"),
)
DRS_ORACLE_VALUES = (
    ("NUMBER(12,2)", "decimal(12,2)", "2.50", "2.50"),
    ("DATE", "timestamp_ntz", "2024-06-01 11:00:00", "2024-06-01 11:00:00"),
    ("TIMESTAMP(6)", "timestamp_ntz", "2024-06-01 11:00:00.000001", "2024-06-01 11:00:00.000001"),
)
MONGODB_VALUES = (
    ("objectId", "string", "64650cf67dc36a464e76e583", "64650cf67dc36a464e76e583"),
    ("objectId", "string", '"64650cf67dc36a464e76e583"', None),
    ("string", "string", '"64650cf67dc36a464e76e583"', "64650cf67dc36a464e76e583"),
    ("string", "string", "baz", "baz"),
    ("date", "timestamp", "2024-06-01T03:00:00.250Z", "2024-06-01 03:00:00.25"),
    ("date", "timestamp", "2024-06-01T11:00:00+0800", "2024-06-01 03:00:00"),
    ("date", "timestamp", "baz", None),
    ("long", "bigint", "9223372036854775807", "9223372036854775807"),
    ("int", "int", '"7"', None),
    ("double", "double", '{"$numberDouble":"-Infinity"}', "-Infinity"),
    ("decimal(12,2)", "decimal(12,2)", '{"$numberDecimal":"1.10"}', "1.10"),
    ("bool", "boolean", "true", "true"),
    ("binData", "binary", '{"$binary":{"base64":"aGk=","subType":"00"}}', "6869"),
    ("uuid", "string", '{"$uuid":"0b0e"}', "0b0e"),
    ("object", "string", '{"a":1}', '{"a":1}'),
)
DTS_VALUES = (
    ("bigint unsigned", "decimal(20,0)", "18446744073709551615", "18446744073709551615"),
    ("decimal(12,2)", "decimal(12,2)", "4.500", "4.50"),
    ("decimal(12,2)", "decimal(12,2)", "4.505", None),
    ("decimal(12,7)", "decimal(12,7)", "1E-7", "1E-7"),
    ("decimal(65,30)", "string", "1.000000000000000000000000000001", "1.000000000000000000000000000001"),
    ("timestamp(3)", "timestamp", "2024-06-01 11:00:42.250", "2024-06-01 03:00:42.25"),
    ("timestamp", "timestamp", "1717210842", None),
    ("datetime", "timestamp_ntz", "2024-06-01 11:00:42", "2024-06-01 11:00:42"),
    ("date", "date", "0000-00-00", None),
    ("time", "bigint", "-12:30:00", "-45000000000"),
    ("bit(8)", "decimal(20,0)", "10", None),
    ("bit(8)", "decimal(20,0)", "12", "12"),
    ("bit(1)", "boolean", "1", "true"),
    ("enum('new','paid')", "string", "paid", "paid"),
    ("enum('new','paid')", "string", "2", None),
    ("set('a','b')", "string", "a,b", "a,b"),
    ("json", "string", '{"a":1}', '{"a":1}'),
    ("text", "string", "", ""),
)
OMS_MYSQL_VALUES = (
    ("bigint unsigned", "decimal(20,0)", "10223372036854775806", "10223372036854775806"),
    ("int64", "bigint", "9223372036854775806", "9223372036854775806"),
    ("int64", "bigint", "9223372036854775808", None),
    ("boolean", "boolean", "1", "true"),
    ("decimal(30,20)", "decimal(30,20)", "9.9999999999999990", "9.99999999999999900000"),
    ("decimal(12,2)", "decimal(12,2)", "1.50E+3", "1500.00"),
    ("decimal(12,2)", "decimal(12,2)", "1.5E-3", None),
    ("double", "double", "9.999999999999999093266253372484", "9.999999999999998"),
    ("float", "float", "1.2222", "1.2222"),
    ("bit(10)", "decimal(20,0)", "Aw==", "3"),
    ("bit(10)", "decimal(20,0)", "AAM=", "3"),
    ("bit(64)", "decimal(20,0)", "//////////8=", "18446744073709551615"),
    ("bit(8)", "decimal(20,0)", "", "0"),
    ("bit(1)", "boolean", "AQ==", "true"),
    ("bit(8)", "decimal(20,0)", "3!", None),
    ("blob", "binary", "aGVsbG8gd29ybGQ=", "68656C6C6F20776F726C64"),
    ("varbinary(4)", "binary", "", ""),
    ("blob", "binary", "no base64", None),
    ("date", "date", "2020-11-25", "2020-11-25"),
    ("time", "bigint", "00:01:02.5", "62500000"),
    ("datetime", "timestamp_ntz", "2020-11-25 00:01:02.012345", "2020-11-25 00:01:02.012345"),
    ("datetime", "timestamp_ntz", "2020-11-25 00:01:02 Asia/Shanghai", "2020-11-25 00:01:02"),
    ("timestamp(6)", "timestamp", "1606233662.012345", "2020-11-24 16:01:02.012345"),
    ("timestamp", "timestamp", "0000-00-00 00:00:00", None),
    ("enum('new','paid')", "string", "paid", "paid"),
)
OMS_ORACLE_VALUES = (
    ("NUMBER(38,2)", "decimal(38,2)", "-1.20E1", "-12.00"),
    ("number", "string", "0.00000000000000000000000000000000000000001", "0.00000000000000000000000000000000000000001"),
    ("DATE", "timestamp_ntz", "2020-11-25 00:01:02", "2020-11-25 00:01:02"),
    ("TIMESTAMP(9)", "timestamp_ntz", "2020-11-25 00:01:02.012345678", None),
    ("TIMESTAMP(6) WITH TIME ZONE", "timestamp", "2020-11-25 00:01:02.012 Asia/Shanghai", "2020-11-24 16:01:02.012"),
    ("timestamp with local time zone", "timestamp", "2020-11-25 00:01:02 +08:00", "2020-11-24 16:01:02"),
    ("timestamp with time zone", "timestamp", "2020-11-25 00:01:02", None),
    ("RAW(4)", "binary", "AQID", "010203"),
    ("INTERVAL DAY TO SECOND", "string", "INTERVAL '3' DAY", "INTERVAL '3' DAY"),
    ("clob", "string", "x", "x"),
)  # fmt: skip


# What OMS's footnotes say, once for each of its formats with rows of text and numbers.
OMS_FOOTNOTES = (
    ("bit(10)", "decimal(20,0)", "Aw==", "3"),  # increments leave out leading zero bytes
    ("bit(10)", "decimal(20,0)", "AAM=", "3"),
    ("datetime", "timestamp_ntz", "2020-11-25 00:01:02 Asia/Shanghai", "2020-11-25 00:01:02"),
    ("datetime", "timestamp_ntz", "2020-11-25 00:01:02.012345", "2020-11-25 00:01:02.012345"),
    ("date", "date", "2020-02-31", None),
    ("datetime", "timestamp_ntz", "0000-00-00 00:00:00", None),
    ("time", "bigint", "838:59:60", None),
    ("timestamp", "timestamp", "0000-00-00 00:00:00", None),
    ("timestamp", "timestamp", "1606233662.012345", "2020-11-24 16:01:02.012345"),
    ("timestamp", "timestamp", "1590315269000.123456789", None),  # 13 and 9 digits: of the DataWorks format
    ("decimal(12,2)", "decimal(12,2)", "1.50E+3", "1500.00"),
    ("decimal(12,2)", "string", "1.50E+3", "1.50E+3"),
    ("float", "float", "1234567", "1234567.0"),
    ("float", "float", "1.234567E-5", "1.234567E-5"),
    ("double", "double", "9.999999999999999", "9.999999999999998"),
    ("double", "double", "1234567890123456", "1.234567890123456E15"),
)
DB2_VALUES = (
    ("smallint", "smallint", "-32768", "-32768"),
    ("decimal(31,2)", "decimal(31,2)", "12345678901234567890123456789.50", "12345678901234567890123456789.50"),
    ("decimal(31,2)", "decimal(31,2)", "0.005", None),
    ("decfloat(34)", "string", "9.9999999999999999999E+6144", "9.9999999999999999999E+6144"),
    ("decfloat", "decimal(38,10)", "1.5E-3", "0.0015000000"),
    ("double", "double", "1E-400", None),
    ("boolean", "boolean", "1", "true"),
    ("long varchar", "string", "x", "x"),
    ("varchar(20) for bit data", "binary", "AQID", "010203"),
    ("blob(1M)", "binary", "AQID", "010203"),
    ("graphic(4)", "string", "茶", "茶"),
    ("time", "bigint", "23:59:59", "86399000000"),
    ("timestamp(6)", "timestamp_ntz", "2020-11-25 00:01:02.012345", "2020-11-25 00:01:02.012345"),
    ("timestamp(12)", "timestamp_ntz", "2020-11-25 00:01:02.012345678901", None),
    ("xml", "string", "<a/>", "<a/>"),
)
OMS_OLD_ORACLE_VALUES = (
    ("long", "string", "x", "x"),
    ("long raw", "binary", "AQID", "010203"),
    ("TIMESTAMP(6) WITH LOCAL TIME ZONE", "timestamp", "2020-11-25 00:01:02 +08:00", "2020-11-24 16:01:02"),
)
DTS_SHAREPLEX_VALUES = (
    ("number(12,2)", "decimal(12,2)", "4.5", "4.50"),
    ("number(12,2)", "decimal(12,2)", "1.50E+3", "1500.00"),
    ("number", "string", "1E-400", "1E-400"),
    ("date", "timestamp_ntz", "2024-05-24T15:58:48.000000000", "2024-05-24 15:58:48"),
    ("date", "timestamp_ntz", "2024-05-24 15:58:48", "2024-05-24 15:58:48"),
    ("timestamp(9)", "timestamp_ntz", "2024-05-24T15:58:48.000000001", None),
    ("varchar2(20)", "string", "x", "x"),
    ("varchar2(20)", "string", "2024-05-24T15:58:48", "2024-05-24T15:58:48"),
)
DATAWORKS_VALUES = (
    ("BOOLEAN", "boolean", "true", "true"),
    ("boolean", "boolean", "1", None),
    ("LONG", "bigint", "9223372036854775807", "9223372036854775807"),
    ("LONG", "bigint", "9223372036854775808", None),
    ("LONG", "decimal(20,0)", "18446744073709551615", "18446744073709551615"),
    ("LONG", "boolean", "1", "true"),
    ("LONG", "smallint", "40000", None),
    ("DOUBLE", "double", "1.5E-9", "1.5E-9"),
    ("DOUBLE", "decimal(12,2)", "1.100000", "1.10"),
    ("DOUBLE", "decimal(12,2)", "1.101", None),
    ("DATE", "timestamp", "1731661114000", "2024-11-15 08:58:34"),
    ("DATE", "timestamp", "-1", "1969-12-31 23:59:59.999"),
    ("DATE", "timestamp", "2024-11-15", None),
    ("DATE", "timestamp_ntz", "1731661114123", "2024-11-15 16:58:34.123"),
    ("DATE", "date", "1731600000000", "2024-11-15"),
    ("DATE", "date", "1731628800000", None),
    ("DATE", "bigint", "1731628800000", "1731628800000"),
    ("BYTES", "binary", "aGk=", "6869"),
    ("BYTES", "binary", "a b", None),
    ("STRING", "string", "", ""),
    ("STRING", "decimal(12,2)", "1.50", "1.50"),
    ("STRING", "date", "2024-06-01", "2024-06-01"),
    ("STRING", "timestamp_ntz", "2024-06-01 11:00:42", "2024-06-01 11:00:42"),
    ("STRING", "timestamp", "2024-06-01 11:00:42", "2024-06-01 03:00:42"),
)
OMS_DATAWORKS_VALUES = (
    ("INT64", "bigint", "9223372036854775806", "9223372036854775806"),
    ("DECIMAL(30,20)", "decimal(30,20)", "1.25E-13", "1.2500000E-13"),
    ("BOOLEAN", "boolean", "1", "true"),
    ("TIMESTAMP", "timestamp", "1606233662.012345", "2020-11-24 16:01:02.012345"),
    ("TIMESTAMP", "timestamp", "1590315269000", "2020-05-24 10:14:29"),
    ("TIMESTAMP", "timestamp", "1590315269000.123456789", None),
    ("ZONED_DATETIME", "timestamp", "2020-11-25 00:01:02.012345 Asia/Shanghai", "2020-11-24 16:01:02.012345"),
    ("INTERVAL_DAY_TO_SECOND", "string", "INTERVAL '3' DAY", "INTERVAL '3' DAY"),
)


@pytest.mark.parametrize(
    ("dialect", "source_kind", "readings"),
    [
        ("drs_json_schema", "postgresql", POSTGRESQL_VALUES),
        ("drs_json_schema", "gaussdb", GAUSSDB_VALUES),
        ("drs_json_schema", "sqlserver", SQLSERVER_VALUES),
        ("drs_json_schema", "oracle", DRS_ORACLE_VALUES),
        ("drs_mongo", "mongodb", MONGODB_VALUES),
        ("dts_canal", "mysql", DTS_VALUES),
        ("oms_canal", "oceanbase_mysql", OMS_MYSQL_VALUES),
        ("oms_canal", "oceanbase_oracle", OMS_ORACLE_VALUES),
        ("oms_canal", "oceanbase_mysql", OMS_FOOTNOTES),
        ("oms_default", "", OMS_FOOTNOTES + OMS_MYSQL_VALUES),
        ("oms_default_extend", "mysql", OMS_FOOTNOTES),
        ("oms_shareplex", "oceanbase_mysql", OMS_FOOTNOTES),
        ("oms_default", "oceanbase_oracle", OMS_ORACLE_VALUES),
        ("oms_shareplex", "oracle", OMS_ORACLE_VALUES + OMS_OLD_ORACLE_VALUES),
        ("oms_default", "db2", DB2_VALUES),
        ("dts_shareplex", "oracle", DTS_SHAREPLEX_VALUES),
        ("dataworks", "", DATAWORKS_VALUES),
        ("oms_dataworks", "oceanbase_mysql", OMS_FOOTNOTES + OMS_DATAWORKS_VALUES),
    ],
)
def test_a_value_is_read_exactly_or_not_at_all(
    functions: Pipeline, dialect: str, source_kind: str, readings: tuple[tuple[str, str, str, str | None], ...]
) -> None:
    calls = []
    for source_type, data_type, text, _ in readings:
        literal = '"' + text.replace('"', '\\"') + '"'
        arguments = ", ".join(json.dumps(each) for each in (source_type, literal, data_type))
        shown = "hex({})" if data_type == "binary" else "cast({} as string)"
        value = f"cast({{{{ changefeed.typed_value({arguments}, feed) }}}} as {data_type})"
        calls.append(shown.format(value) + f" as c{len(calls)}")
    inline = (
        f"{{% set dialect = changefeed.dialects() | selectattr('name', 'equalto', '{dialect}') | first %}}"
        f"{{% set feed = {{'dialect': dialect, 'time_zone': 'Asia/Shanghai', 'source_kind': '{source_kind}'}} %}}"
        "select " + ", ".join(calls)
    )
    (compiled,) = functions.dbt("compile", "--inline", inline).values()
    row = functions.sql(compiled.node.compiled_code)[0]
    read = [(*each[:3], row[f"c{place}"]) for place, each in enumerate(readings)]
    assert read == list(readings)
