{#-
The Avro schema of a record of DTS (avro/Record.avsc of its subscription demo), without documentation and namespaces, on
which no byte depends. A newer writer puts bornTimestamp behind it: the dialect says so (may_append). The order of a
value's branches is their number in the bytes; in Spark they are member0, member1, …
-#}
{%- macro dts_record_schema() -%}
{%- set branches -%}
{"type":"record","name":"Integer","fields":[{"name":"precision","type":"int"},{"name":"value","type":"string"}]},
{"type":"record","name":"Character","fields":[{"name":"charset","type":"string"},{"name":"value","type":"bytes"}]},
{"type":"record","name":"Decimal","fields":[{"name":"value","type":"string"},{"name":"precision","type":"int"},{"name":"scale","type":"int"}]},
{"type":"record","name":"Float","fields":[{"name":"value","type":"double"},{"name":"precision","type":"int"},{"name":"scale","type":"int"}]},
{"type":"record","name":"Timestamp","fields":[{"name":"timestamp","type":"long"},{"name":"millis","type":"int"}]},
{"type":"record","name":"DateTime","fields":[{"name":"year","type":["null","int"]},{"name":"month","type":["null","int"]},{"name":"day","type":["null","int"]},{"name":"hour","type":["null","int"]},{"name":"minute","type":["null","int"]},{"name":"second","type":["null","int"]},{"name":"millis","type":["null","int"]}]},
{"type":"record","name":"TimestampWithTimeZone","fields":[{"name":"value","type":"DateTime"},{"name":"timezone","type":"string"}]},
{"type":"record","name":"BinaryGeometry","fields":[{"name":"type","type":"string"},{"name":"value","type":"bytes"}]},
{"type":"record","name":"TextGeometry","fields":[{"name":"type","type":"string"},{"name":"value","type":"string"}]},
{"type":"record","name":"BinaryObject","fields":[{"name":"type","type":"string"},{"name":"value","type":"bytes"}]},
{"type":"record","name":"TextObject","fields":[{"name":"type","type":"string"},{"name":"value","type":"string"}]},
{"type":"enum","name":"EmptyObject","symbols":["NULL","NONE"]}
{%- endset -%}
{%- set fields -%}
{"name":"version","type":"int"},
{"name":"id","type":"long"},
{"name":"sourceTimestamp","type":"long"},
{"name":"sourcePosition","type":"string"},
{"name":"safeSourcePosition","type":"string"},
{"name":"sourceTxid","type":"string"},
{"name":"source","type":{"name":"Source","type":"record","fields":[{"name":"sourceType","type":{"name":"SourceType","type":"enum","symbols":["MySQL","Oracle","SQLServer","PostgreSQL","MongoDB","Redis","DB2","PPAS","DRDS","HBASE","HDFS","FILE","OTHER"]}},{"name":"version","type":"string"}]}},
{"name":"operation","type":{"name":"Operation","type":"enum","symbols":["INSERT","UPDATE","DELETE","DDL","BEGIN","COMMIT","ROLLBACK","ABORT","HEARTBEAT","CHECKPOINT","COMMAND","FILL","FINISH","CONTROL","RDB","NOOP","INIT"]}},
{"name":"objectName","type":["null","string"]},
{"name":"processTimestamps","type":["null",{"type":"array","items":"long"}]},
{"name":"tags","type":{"type":"map","values":"string"}},
{"name":"fields","type":["null","string",{"type":"array","items":{"name":"Field","type":"record","fields":[{"name":"name","type":"string"},{"name":"dataTypeNumber","type":"int"}]}}]},
{"name":"beforeImages","type":["null","string",{"type":"array","items":["null",{{ branches }}]}]},
{"name":"afterImages","type":["null","string",{"type":"array","items":["null","Integer","Character","Decimal","Float","Timestamp","DateTime","TimestampWithTimeZone","BinaryGeometry","TextGeometry","BinaryObject","TextObject","EmptyObject"]}]}
{%- endset -%}
    {{- return(('{"type":"record","name":"Record","fields":[' ~ fields ~ ']}') | replace('\n', '')) -}}
{%- endmacro -%}
