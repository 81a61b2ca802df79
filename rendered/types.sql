-- tinyint as smallint, bool as smallint, smallint as smallint, smallserial as smallint
try_cast(text as smallint);

-- smallint as int, mediumint as int, year as int, integer as int, serial as int, int as int
try_cast(text as int);

-- int as bigint, bigint as bigint, int64 as bigint, bigserial as bigint, oid as bigint, long as bigint, time as bigint
try_cast(text as bigint);

-- serial as decimal(20,0), bit(64) as decimal(20,0), xid8 as decimal(20,0)
if(text rlike r'^[-+]?(?:[0-9]++([.][0-9]{0,0}0*)?|[.][0-9]{1,1}0*)\z', try_cast(text as decimal(20,0)), null);

-- decimal(10,2) as decimal(10,2), numeric(10,2) as decimal(10,2), number(10,2) as decimal(10,2)
if(text rlike r'^[-+]?(?:[0-9]++([.][0-9]{0,2}0*)?|[.][0-9]{1,2}0*)\z', try_cast(text as decimal(10,2)), null);

-- float as float, binary_float as float, real as float
if(try_cast(text as double) in (double(string(try_cast(text as float))), double(try_cast(text as float)), double(format_string('%.8e', double(try_cast(text as float)))))
        and (text rlike '[^-+0-9]|^.{0,15}$' or try_cast(text as decimal(38,0)) = try_cast(string(double(try_cast(text as float))) as decimal(38,0))), try_cast(text as float), null);

-- double as double, binary_double as double, double precision as double, float as double
if(not text rlike '^[^eE]*[1-9]' or abs(try_cast(text as double)) <> double('Infinity') and try_cast(text as double) <> 0 and text rlike '^[-+0.]*[1-9](?:[.]?[0-9]){0,16}[.0]*(?:[eE]|$)|[.][0-9]{30}$'
        and (text rlike '[^-+0-9]|^.{0,15}$' or try_cast(text as decimal(38,0)) = try_cast(string(try_cast(text as double)) as decimal(38,0))), try_cast(text as double), null);

-- date as date
if(text rlike r'^[0-9]{4}-[0-9]{2}-[0-9]{2}\z', try_cast(text as date), null);

-- datetime as timestamp_ntz, date as timestamp_ntz, timestamp as timestamp_ntz, timestamp without time zone as timestamp_ntz, smalldatetime as timestamp_ntz, datetime2 as timestamp_ntz
if(text rlike r'^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,6}0*)?\z', try_cast(text as timestamp_ntz), null);

-- timestamp as timestamp, zoned_datetime as timestamp
if(text rlike r'^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,6}0*)?\z', try_cast(concat(text, ' Asia/Shanghai') as timestamp), null);

-- interval_day_to_second as string, char as string, varchar as string, tinytext as string, text as string, mediumtext as string, longtext as string, xmltype as string, struct as string, null as string, vector as string, json as string, enum('a','b') as string, set('a','b') as string, varchar2 as string, nvarchar2 as string, nchar as string, float as string, interval year to month as string, interval day to second as string, long as string, clob as string, nclob as string, rowid as string, urowid as string, sdo_geometry as string, anydata as string, uritype as string, decfloat as string, character as string, long varchar as string, graphic as string, vargraphic as string, dbclob as string, xml as string, money as string, character varying as string, name as string, time with time zone as string, interval as string, bit as string, bit varying as string, jsonb as string, inet as string, cidr as string, macaddr as string, macaddr8 as string, tsvector as string, tsquery as string, uuid as string, hstore as string, ltree as string, citext as string, pg_lsn as string, txid_snapshot as string, pg_snapshot as string, point as string, line as string, lseg as string, box as string, path as string, polygon as string, circle as string, int4range as string, int8range as string, numrange as string, tsrange as string, tstzrange as string, daterange as string, int4multirange as string, int8multirange as string, nummultirange as string, tsmultirange as string, tstzmultirange as string, datemultirange as string, halfvec as string, sparsevec as string, geometry as string, geography as string, enum as string, array as string, composite as string, strrange as string, jsonpath as string, tid as string, refcursor as string, int2vector as string, oidvector as string, regclass as string, regproc as string, regprocedure as string, regoper as string, regoperator as string, regtype as string, regrole as string, regnamespace as string, regconfig as string, regdictionary as string, regcollation as string, int16 as string, set as string, hash16 as string, floatvector as string, boolvector as string, abstime as string, reltime as string, hll as string, nvarchar as string, ntext as string, uniqueidentifier as string, sql_variant as string, hierarchyid as string, object as string, timestamp as string, regex as string, javascript as string, javascriptwithscope as string, symbol as string, dbpointer as string, minkey as string, maxkey as string, undefined as string, string as string, inet4 as string, inet6 as string, map as string, multiset as string, row as string, structured as string, variant as string
text;

-- time as bigint, time without time zone as bigint
mysql_time_micros(text);

-- binary as binary, varbinary as binary, tinyblob as binary, blob as binary, mediumblob as binary, longblob as binary, geometry as binary
latin1_bytes(text);

-- enum('a','b') as string
mysql_enum_label(text, array('a', 'b'));

-- set('a','b') as string
mysql_set_labels(text, array('a', 'b'));

-- json as string
if(startswith(text, '\uFDD0'), null, if(contains(text, 'NULL'), regexp_replace(text, r'\G((?:[^"N]++|"[^"\\]*+(?:\\.[^"\\]*+)*+"|N(?!ULL))*+)NULL', '$1null'), text));

-- json as string
if(startswith(text, '\uFDD0'), null, utf8_of_latin1(text));

-- tinyint as smallint, bool as smallint, smallint as smallint, smallserial as smallint
if(decimal_places(text) = 0, try_cast(try_cast(text as decimal(38,0)) as smallint), null);

-- smallint as int, mediumint as int, year as int, integer as int, serial as int, binary_integer as int, int as int, interval year to month as int
if(decimal_places(text) = 0, try_cast(try_cast(text as decimal(38,0)) as int), null);

-- int as bigint, bigint as bigint, int64 as bigint, bigserial as bigint, oid as bigint, interval day to second as bigint
if(decimal_places(text) = 0, try_cast(try_cast(text as decimal(38,0)) as bigint), null);

-- serial as decimal(20,0), bigint as decimal(20,0), xid8 as decimal(20,0), bit(64) as decimal(20,0)
if(decimal_places(text) <= 0, try_cast(text as decimal(20,0)), null);

-- decimal(10,2) as decimal(10,2), number(10,2) as decimal(10,2), numeric(10,2) as decimal(10,2)
if(decimal_places(text) <= 2, try_cast(text as decimal(10,2)), null);

-- bit(64) as decimal(20,0)
if(if(text rlike r'^(?:[01]|[01]*+[2-9][0-9]*+)\z', text, null) rlike r'^[-+]?(?:[0-9]++([.][0-9]{0,0}0*)?|[.][0-9]{1,1}0*)\z', try_cast(if(text rlike r'^(?:[01]|[01]*+[2-9][0-9]*+)\z', text, null) as decimal(20,0)), null);

-- enum('a','b') as string
if(text = '' or (array_contains(array('a', 'b'), text) and coalesce(mysql_enum_label(text, array('a', 'b')) = text, true)), text, null);

-- set('a','b') as string
if(text = '' or (forall(split(text, ','), label -> array_contains(array('a', 'b'), label)) and coalesce(mysql_set_labels(text, array('a', 'b')) = text, true)), text, null);

-- bit(64) as decimal(20,0)
if(if(length(if(text rlike r'^[A-Za-z0-9+/]*+=*\z', try_to_binary(text, 'base64'), null)) <= 8, conv(concat('0', hex(if(text rlike r'^[A-Za-z0-9+/]*+=*\z', try_to_binary(text, 'base64'), null))), 16, 10), null) rlike r'^[-+]?(?:[0-9]++([.][0-9]{0,0}0*)?|[.][0-9]{1,1}0*)\z', try_cast(if(length(if(text rlike r'^[A-Za-z0-9+/]*+=*\z', try_to_binary(text, 'base64'), null)) <= 8, conv(concat('0', hex(if(text rlike r'^[A-Za-z0-9+/]*+=*\z', try_to_binary(text, 'base64'), null))), 16, 10), null) as decimal(20,0)), null);

-- datetime as timestamp_ntz, date as timestamp_ntz, timestamp as timestamp_ntz
if(regexp_replace(text, r'^([0-9-]{10} [0-9:.]{8,18}) \S+\z', '$1') rlike r'^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,6}0*)?\z', try_cast(regexp_replace(text, r'^([0-9-]{10} [0-9:.]{8,18}) \S+\z', '$1') as timestamp_ntz), null);

-- timestamp as timestamp, zoned_datetime as timestamp
unix_instant(text);

-- binary as binary, varbinary as binary, tinyblob as binary, blob as binary, mediumblob as binary, longblob as binary, raw as binary, long raw as binary, bfile as binary, for bit data as binary, bytea as binary, image as binary, rowversion as binary, bytes as binary, geometry as binary
if(text rlike r'^[A-Za-z0-9+/]*+=*\z', try_to_binary(text, 'base64'), null);

-- integer as decimal(38,0)
if(decimal_places(text) <= 0, try_cast(text as decimal(38,0)), null);

-- timestamp with time zone as timestamp, timestamp with local time zone as timestamp, zoned_datetime as timestamp
if(
            text rlike r'^(?!0000)[0-9]{4}-[0-9]{2}-[0-9]{2}[T: ][0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,6}0*)? \S+\z',
            try_cast(regexp_replace(text, '^([0-9-]{10}):', '$1 ') as timestamp),
            null
        );

-- boolean as boolean, bit as boolean, bool as boolean, bit(64) as boolean
case lower(text) when 'true' then true when 't' then true when '1' then true when 'false' then false when 'f' then false when '0' then false end;

-- timestamp as timestamp, zoned_datetime as timestamp, timestamp with time zone as timestamp, datetimeoffset as timestamp, timestamp_ltz as timestamp
if(
            text rlike r'^(?!0000)[0-9]{4}-[0-9]{2}-[0-9]{2}[T: ][0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,6}0*)? ?(Z|[-+][0-9]{2}(:?[0-9]{2}(:[0-9]{2})?)?)\z',
            try_cast(regexp_replace(regexp_replace(text, ' ([-+Z])', '$1'), '([-+][0-9]{2})([0-9]{2})$', '$1:$2') as timestamp),
            null
        );

-- binary as binary, varbinary as binary, tinyblob as binary, blob as binary, mediumblob as binary, longblob as binary, geometry as binary
if(text rlike r'^(?:0x)?+(?:[0-9a-fA-F]{2})*+\z', unhex(regexp_replace(text, '^0x', '')), null);

-- binary as binary, varbinary as binary
go_quoted_bytes(text);

-- tinytext as string, text as string, mediumtext as string, longtext as string, jsonb as string
try_validate_utf8(cast(if(text rlike r'^[A-Za-z0-9+/]*+=*\z', try_to_binary(text, 'base64'), null) as string));

-- timestamp as timestamp, zoned_datetime as timestamp
if(
            regexp_replace(text, r'^[{]"location":"([^"]+)","value":"([^"]*)"[}]\z', '$2 $1') rlike r'^(?!0000)[0-9]{4}-[0-9]{2}-[0-9]{2}[T: ][0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,6}0*)? \S+\z',
            try_cast(regexp_replace(regexp_replace(text, r'^[{]"location":"([^"]+)","value":"([^"]*)"[}]\z', '$2 $1'), '^([0-9-]{10}):', '$1 ') as timestamp),
            null
        );

-- timestamp as timestamp, zoned_datetime as timestamp
if(text rlike r'^-?0+([.]0+)?\z', null, unix_instant(text));

-- binary as binary, varbinary as binary, tinyblob as binary, blob as binary, mediumblob as binary, longblob as binary, geometry as binary
byte_list(text);

-- bytea as binary, raw as binary, blob as binary
if(text rlike r'^(?:\\x)?+(?:[0-9a-fA-F]{2})*+\z', unhex(ltrim(r'\x', text)), null);

-- money as decimal(19,4)
if(decimal_places(text) <= 4, try_cast(text as decimal(19,4)), null);

-- smallmoney as decimal(10,4)
if(decimal_places(text) <= 4, try_cast(text as decimal(10,4)), null);

-- double as double
if(not regexp_replace(text, r'^[{]"[$]number[A-Za-z]+":"([^"]*)"[}]$', '$1') rlike '^[^eE]*[1-9]' or abs(try_cast(regexp_replace(text, r'^[{]"[$]number[A-Za-z]+":"([^"]*)"[}]$', '$1') as double)) <> double('Infinity') and try_cast(regexp_replace(text, r'^[{]"[$]number[A-Za-z]+":"([^"]*)"[}]$', '$1') as double) <> 0 and regexp_replace(text, r'^[{]"[$]number[A-Za-z]+":"([^"]*)"[}]$', '$1') rlike '^[-+0.]*[1-9](?:[.]?[0-9]){0,16}[.0]*(?:[eE]|$)|[.][0-9]{30}$'
        and (regexp_replace(text, r'^[{]"[$]number[A-Za-z]+":"([^"]*)"[}]$', '$1') rlike '[^-+0-9]|^.{0,15}$' or try_cast(regexp_replace(text, r'^[{]"[$]number[A-Za-z]+":"([^"]*)"[}]$', '$1') as decimal(38,0)) = try_cast(string(try_cast(regexp_replace(text, r'^[{]"[$]number[A-Za-z]+":"([^"]*)"[}]$', '$1') as double)) as decimal(38,0))), try_cast(regexp_replace(text, r'^[{]"[$]number[A-Za-z]+":"([^"]*)"[}]$', '$1') as double), null);

-- string as string
if(startswith(text, '\uFDD0'), null, if(startswith(text, '"'), from_json(concat('[', text, ']'), 'array<string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647'))[0], text));

-- bindata as binary
if(nullif(regexp_extract(text, r'^[{]"[$]binary":[{]"base64":"([^"]*)",', 1), '') rlike r'^[A-Za-z0-9+/]*+=*\z', try_to_binary(nullif(regexp_extract(text, r'^[{]"[$]binary":[{]"base64":"([^"]*)",', 1), ''), 'base64'), null);

-- objectid as string
if(text rlike r'^[0-9a-f]{24}\z', text, null);

-- date as timestamp
if(
            text rlike r'^(?!0000)[0-9]{4}-[0-9]{2}-[0-9]{2}[T: ][0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,6}0*)?(Z|[-+][0-9]{2}:?[0-9]{2})\z',
            try_cast(regexp_replace(regexp_replace(text, ' ([-+Z])', '$1'), '([-+][0-9]{2})([0-9]{2})$', '$1:$2') as timestamp),
            null
        );

-- int as int
if(decimal_places(regexp_replace(text, r'^[{]"[$]number[A-Za-z]+":"([^"]*)"[}]$', '$1')) = 0, try_cast(try_cast(regexp_replace(text, r'^[{]"[$]number[A-Za-z]+":"([^"]*)"[}]$', '$1') as decimal(38,0)) as int), null);

-- long as bigint
if(decimal_places(regexp_replace(text, r'^[{]"[$]number[A-Za-z]+":"([^"]*)"[}]$', '$1')) = 0, try_cast(try_cast(regexp_replace(text, r'^[{]"[$]number[A-Za-z]+":"([^"]*)"[}]$', '$1') as decimal(38,0)) as bigint), null);

-- decimal(10,2) as decimal(10,2)
if(decimal_places(regexp_replace(text, r'^[{]"[$]number[A-Za-z]+":"([^"]*)"[}]$', '$1')) <= 2, try_cast(regexp_replace(text, r'^[{]"[$]number[A-Za-z]+":"([^"]*)"[}]$', '$1') as decimal(10,2)), null);

-- uuid as string
nullif(regexp_extract(text, r'^[{]"[$]uuid":"([^"]*)"[}]$', 1), '');

-- bit(64) as decimal(20,0)
if(if(startswith(text, '-'), null, text) rlike r'^[-+]?(?:[0-9]++([.][0-9]{0,0}0*)?|[.][0-9]{1,1}0*)\z', try_cast(if(startswith(text, '-'), null, text) as decimal(20,0)), null);

-- year as int
try_cast(if(text = '1900', '0', text) as int);

-- enum('a','b') as string
if(startswith(text, '\uFDD0'), null, replace(text, "''", "'"));

-- set('a','b') as string
replace(array_join(from_json(text, 'array<string>', map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')), ','), "''", "'");

-- json as string, jsonb as string
if(startswith(text, '\uFDD0'), null, if(coalesce(
            map_keys(from_json(
                concat('{"value":', text, ',"', sha2(text, 256), '":1}'),
                'map<string,string>',
                map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false', 'maxStringLen', '2147483647', 'maxNumLen', '2147483647')
            )) = array('value', sha2(text, 256)),
            false
        ), text, get(
            transform(
                array(text),
                plain -> if(plain rlike r'["\\\x00-\x1f]', regexp_extract(to_json(array(plain)), r'(?s)^.(.*).$', 1), concat('"', plain, '"'))
            ),
            0
        )));

-- date as timestamp_ntz, timestamp as timestamp_ntz, datetime as timestamp_ntz, timestamp without time zone as timestamp_ntz, datetime2 as timestamp_ntz, smalldatetime as timestamp_ntz
if(regexp_replace(text, r'^([0-9]{4}-[0-9]{2}-[0-9]{2})[T: ]([0-9:.]+)Z?\z', '$1 $2') rlike r'^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,6}0*)?\z', try_cast(regexp_replace(text, r'^([0-9]{4}-[0-9]{2}-[0-9]{2})[T: ]([0-9:.]+)Z?\z', '$1 $2') as timestamp_ntz), null);

-- timestamp with local time zone as timestamp, timestamp as timestamp, zoned_datetime as timestamp
if(regexp_replace(text, r'^([0-9]{4}-[0-9]{2}-[0-9]{2})[T: ]([0-9:.]+)Z?\z', '$1 $2') rlike r'^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,6}0*)?\z', try_cast(concat(regexp_replace(text, r'^([0-9]{4}-[0-9]{2}-[0-9]{2})[T: ]([0-9:.]+)Z?\z', '$1 $2'), ' Asia/Shanghai') as timestamp), null);

-- raw as binary, long raw as binary, blob as binary, bfile as binary, binary as binary, varbinary as binary, tinyblob as binary, mediumblob as binary, longblob as binary, bytea as binary, image as binary, rowversion as binary, for bit data as binary
if(text rlike r'^(?:[0-9a-fA-F]{2})*+\z', unhex(text), null);

-- timestamp as timestamp, zoned_datetime as timestamp
if(regexp_replace(text, r'^([0-9]{4}-[0-9]{2}-[0-9]{2})[T: ]([0-9:.]+)Z?\z', '$1 $2') rlike r'^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,6}0*)?\z', try_cast(concat(regexp_replace(text, r'^([0-9]{4}-[0-9]{2}-[0-9]{2})[T: ]([0-9:.]+)Z?\z', '$1 $2'), ' UTC') as timestamp), null);

-- binary as binary, varbinary as binary, tinyblob as binary, blob as binary, mediumblob as binary, longblob as binary, bytea as binary, raw as binary, long raw as binary, bfile as binary, image as binary, rowversion as binary
if(text rlike r'^0x(?:[0-9a-fA-F]{2})*+\z', unhex(substr(text, 3)), null);

-- timestamp with time zone as timestamp, timestamp with local time zone as timestamp, datetimeoffset as timestamp, timestamp as timestamp, zoned_datetime as timestamp
if(
            text rlike r'^(?!0000)[0-9]{4}-[0-9]{2}-[0-9]{2}[T: ][0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,6}0*)?( ?(Z|[-+][0-9]{2}(:?[0-9]{2}(:[0-9]{2})?)?))?\z',
            try_cast(regexp_replace(regexp_replace(text, ' ([-+Z])', '$1'), '([-+][0-9]{2})([0-9]{2})$', '$1:$2') as timestamp),
            null
        );

-- integer as decimal(38,0)
if(text rlike r'^[-+]?(?:[0-9]++([.][0-9]{0,0}0*)?|[.][0-9]{1,1}0*)\z', try_cast(text as decimal(38,0)), null);

-- money as decimal(19,4)
if(text rlike r'^[-+]?(?:[0-9]++([.][0-9]{0,4}0*)?|[.][0-9]{1,4}0*)\z', try_cast(text as decimal(19,4)), null);

-- smallmoney as decimal(10,4)
if(text rlike r'^[-+]?(?:[0-9]++([.][0-9]{0,4}0*)?|[.][0-9]{1,4}0*)\z', try_cast(text as decimal(10,4)), null);

-- boolean as boolean
case text when 'true' then true when 'false' then false end;

-- double as double
if(string(try_cast(text as double)) = replace(upper(text), 'E+', 'E')
        or text rlike '^[-+0.]*(?:[eE]|$)'
        or text rlike '^[-+0.]*[1-9](?:[.]?[0-9]){0,14}[.0]*(?:[eE]|$)' and try_cast(text as double) <> 0 and abs(try_cast(text as double)) <> double('Infinity')
        or decimal_places(text) <= 18 and try_cast(string(try_cast(text as double)) as decimal(38,18)) = try_cast(text as decimal(38,18)), try_cast(text as double), null);

-- date as timestamp
if(text rlike r'^-?[0-9]{1,15}\z', if(try_cast(text as bigint) between -62135596800000 and 253402300799999, timestamp_millis(try_cast(text as bigint)), null), null);

-- timestamp as timestamp
if(text rlike r'^[0-9]{13}([.]0*)?\z', if(left(text, 13) rlike r'^-?[0-9]{1,15}\z', if(try_cast(left(text, 13) as bigint) between -62135596800000 and 253402300799999, timestamp_millis(try_cast(left(text, 13) as bigint)), null), null), unix_instant(text));

-- tinyint as smallint
try_cast(case text when 'true' then '1' when 'false' then '0' else text end as smallint);

-- bit(64) as decimal(20,0)
if(if(text rlike r'^([0-9a-fA-F]{2}){1,8}\z', conv(text, 16, 10), null) rlike r'^[-+]?(?:[0-9]++([.][0-9]{0,0}0*)?|[.][0-9]{1,1}0*)\z', try_cast(if(text rlike r'^([0-9a-fA-F]{2}){1,8}\z', conv(text, 16, 10), null) as decimal(20,0)), null);

-- date as date
if(text rlike r'^-?[0-9]{1,7}\z' and try_cast(text as int) between -719162 and 2932896, date_from_unix_date(try_cast(text as int)), null);

-- datetime as timestamp_ntz
cast(if(text rlike r'^-?[0-9]{1,15}\z', if(try_cast(text as bigint) between -62135596800000 and 253402300799999, timestamp_millis(try_cast(text as bigint)), null), null) as timestamp_ntz);

