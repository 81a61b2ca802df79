"""One encoder for each producer, and each way of setting it up that its messages show: DIALECTS has them all."""

from __future__ import annotations

from encoders import avro, canal, dataworks, debezium, oms, others, postgresql, registry, tidb
from encoders.base import Encoder

DIALECTS: dict[str, tuple[Encoder, ...]] = {}
for _encoder in (
    canal.Canal, canal.CanalMinimal, canal.TencentDtsCanal, canal.HuaweiMigrationCanal,
    canal.DtsCanal, canal.DtsCanalOverRows, canal.DtsCanalSplit, canal.DtsCanalSwapped,
    canal.OmsCanal, canal.TicdcCanal, tidb.TicdcOpen, tidb.TicdcOpenOnlyChanged,
    tidb.TicdcSimple,
    canal.DrsJson, canal.DrsJsonOracle, canal.DrsJsonC,
    canal.DrsJsonSchema, canal.DrsJsonSqlServer, canal.DrsJsonPostgres,
    others.DrsMongo,
    others.Maxwell, others.MaxwellMinimal, others.MaxwellWithoutNulls,
    others.Ogg, others.OggCompact, others.OggDeleteInsert,
    others.AwsDms, others.AwsDmsWithoutNulls,
    dataworks.DataWorks, dataworks.DataWorksInOne, dataworks.DataWorksFlat,
    oms.OmsDataWorks, oms.OmsDefault, oms.OmsDefaultDeclared, oms.OmsDefaultInSequence,
    oms.OmsDefaultExtend, oms.OmsDefaultExtendInSequence,
    oms.OmsSharePlex, oms.OmsSharePlexInSequence,
    others.DtsSharePlex, others.DtsSharePlexOfKeys,
    avro.DtsAvro, avro.DtsAvroPartly, avro.OmsAvro, avro.DrsAvro,
    debezium.Debezium, debezium.DebeziumAfterFailover, debezium.DebeziumKeysInTwoForms,
    debezium.DebeziumCompressed, debezium.DebeziumInSchema, debezium.DebeziumByOffset,
    debezium.DebeziumPostgres, debezium.DebeziumPostgresInSchema, debezium.DebeziumCloudEvents, debezium.DebeziumCloudEventsPostgres,
    tidb.TicdcDebezium, debezium.DebeziumFlat, debezium.DebeziumFlatInSchema, debezium.DebeziumFlatTombstones,
    debezium.DebeziumMongodb, debezium.DebeziumMongodbFlat,
    oms.OmsDebezium,
    oms.OmsDebeziumDeclared, oms.OmsDebeziumFlatten, oms.OmsDebeziumSmt, oms.OmsDebeziumSmtLob,
    postgresql.PgLogical, postgresql.PgLogicalByOffset, postgresql.PgLogicalTransactions,
    others.FlinkCdc, others.FlinkCdcDebezium, others.FlinkSql, others.Cockroach, others.CockroachDiff,
    others.QlikReplicate, others.QlikReplicateCompact, others.OggJsonRow, others.OggJsonRowCompact,
    others.ConfluentOracleCdc, others.ConfluentOracleCdcBefore,
    registry.DebeziumAvro, registry.DebeziumFlatAvro, registry.OggAvro, registry.TicdcAvro,
):  # fmt: skip
    DIALECTS[_encoder.dialect] = (*DIALECTS.get(_encoder.dialect, ()), _encoder())

# By their names: what a case says.
NAMED: dict[str, Encoder] = {
    type(each).__name__: each for each in (*(each for found in DIALECTS.values() for each in found), canal.Ledger())
}

__all__ = ["DIALECTS", "NAMED", "Encoder"]
