"""Writes the demo captures: what synchronisation services would send for small databases, one Kafka record a line as `kcat -J` prints it.

Run `python demo/generate.py` after a change; the captures are committed, and a test checks that they are up to date.
Those of Avro, which are bytes, come from tests/support/avro_messages.py.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable
from pathlib import Path

CAPTURES = Path(__file__).parent / "captures"
TOPIC = "shop_canal"
START_MS = 1_717_210_800_000  # 2024-06-01 11:00:00 in Shanghai
START_TS = START_MS << 18  # the same as TiDB counts time

TYPES = {
    "customers": {
        "id": "bigint",
        "name": "varchar(120)",
        "level": "enum('new','regular','vip')",
        "tags": "set('newsletter','risk','staff')",
        "balance": "decimal(18,4)",
        "born": "date",
        "created_at": "datetime(3)",
        "updated_at": "timestamp(6)",
    },
    "orders": {
        "order_no": "varchar(24)",
        "customer_id": "bigint",
        "status": "enum('new','paid','shipped','done')",
        "amount": "decimal(12,2)",
        "paid_at": "timestamp",
        "remark": "text",
    },
    "order_lines": {
        "order_no": "varchar(24)",
        "line": "smallint",
        "sku": "varchar(40)",
        "quantity": "int unsigned",
        "price": "decimal(12,2)",
        "is_gift": "bit(1)",
    },
    "page_views": {"viewed_at": "datetime(6)", "url": "varchar(200)", "millis": "int unsigned"},
}
KEYS = {"customers": ["id"], "orders": ["order_no"], "order_lines": ["order_no", "line"], "page_views": None}
PARTITIONS = {"customers": 0, "orders": 1, "order_lines": 1, "page_views": 0}


class Capture:
    """Collects records in the order in which Canal sends them, with offsets counted for each partition."""

    def __init__(self) -> None:
        self.records: list[dict[str, object]] = []
        self.offsets = {0: 0, 1: 0}
        self.batch = 0

    def record(self, partition: int, payload: str | None) -> None:
        self.records.append(
            {
                "topic": TOPIC,
                "partition": partition,
                "offset": self.offsets[partition],
                "tstype": "create",
                "ts": self.now() + 120,
                "key": None,
                "payload": payload,
            }
        )
        self.offsets[partition] += 1

    def now(self) -> int:
        return START_MS + self.batch * 7_000

    def message(self, table: str, kind: str, partition: int | None = None, **fields: object) -> None:
        self.batch += 1
        message = {
            "data": None,
            "database": "shop",
            "es": self.now(),
            "gtid": "",
            "id": self.batch,
            "isDdl": False,
            "mysqlType": None,
            "old": None,
            "pkNames": None,
            "sql": "",
            "sqlType": None,
            "table": table,
            "ts": self.now() + 80,
            "type": kind,
        } | fields
        where = PARTITIONS.get(table, 0) if partition is None else partition
        self.record(where, json.dumps(message, ensure_ascii=False, separators=(",", ":")))

    def rows(self, table: str, kind: str, rows: list[list[str | None]], old: list[dict] | None = None) -> None:
        names = list(TYPES[table])
        self.message(
            table,
            kind,
            data=[dict(zip(names, row, strict=True)) for row in rows],
            old=old,
            mysqlType=TYPES[table],
            pkNames=KEYS[table],
        )

    def statement(self, table: str, kind: str, sql: str) -> None:
        self.message(table, kind, partition=0, isDdl=True, sql=sql)


def shop() -> Capture:
    """The story of the shop, message by message."""
    capture = Capture()
    capture.statement("customers", "CREATE", "create table shop.customers (id bigint primary key, name varchar(120))")
    anna = [
        "1",
        "Anna 李娜",
        "1",
        "1",
        "120.5000",
        "1990-02-28",
        "2024-06-01 11:00:00.250",
        "2024-06-01 11:00:00.250000",
    ]
    bo = [
        "2",
        "Bo 🚀",
        "2",
        "0",
        "-0.0001",
        "0000-00-00",
        "2024-06-01 11:00:07.000",
        "2024-06-01 11:00:07.000001",
    ]
    chen = [
        "3",
        '陈 "小" 明',
        "3",
        "5",
        "99999999999999.9999",
        None,
        "2024-06-01 11:00:07.000",
        "2024-06-01 11:00:07.000002",
    ]
    capture.rows("customers", "INSERT", [anna, bo, chen])
    order1 = ["SO-0001", "1", "1", "45.90", None, "bitte klingeln"]
    order2 = ["SO-0002", "2", "1", "0.0", None, None]
    capture.rows("orders", "INSERT", [order1])
    capture.rows(
        "order_lines",
        "INSERT",
        [["SO-0001", "1", "茶-01", "2", "12.95", "0"], ["SO-0001", "2", "mug\\blue", "1", "20.0", "1"]],
    )
    capture.rows("orders", "INSERT", [order2])
    # What MariaDB's annotated statements look like: not rows, not errors.
    capture.message("", "QUERY", database="", sql="UPDATE orders SET status = 'paid' WHERE order_no = 'SO-0001'")
    paid = ["SO-0001", "1", "2", "45.90", "2024-06-01 11:00:42", "bitte klingeln"]
    capture.rows("orders", "UPDATE", [paid], old=[{"status": "1", "paid_at": None}])
    view = ["2024-06-01 11:01:00.000001", "/tee/茶", "12"]
    capture.rows("page_views", "INSERT", [view, view, ["2024-06-01 11:01:02.500000", "/", None]])
    capture.rows("page_views", "DELETE", [view])
    # A key change: customer 2 gets number 20 in one UPDATE.
    moved = ["20", *bo[1:4], "10.0000", *bo[5:]]
    capture.rows("customers", "UPDATE", [moved], old=[{"id": "2", "balance": "-0.0001"}])
    capture.rows("orders", "UPDATE", [["SO-0002", "20", *order2[2:]]], old=[{"customer_id": "2"}])
    # Two poison messages: cut off on the way, and a type that Canal does not have.
    capture.record(1, '{"data":[{"order_no":"SO-0003","customer_id":"3","status":"1","amount":"7')
    capture.message("orders", "UPSERT", data=[dict(zip(TYPES["orders"], order2, strict=True))], pkNames=["order_no"])
    capture.rows("customers", "DELETE", [chen])
    capture.statement("customers", "ALTER", "alter table shop.customers add column phone varchar(20)")
    anna_later = [*anna[:4], "74.6000", *anna[5:7], "2024-06-01 11:02:00.999999"]
    capture.rows("customers", "UPDATE", [anna_later], old=[{"balance": "120.5000", "updated_at": anna[7]}])
    return capture


def captures() -> dict[str, list[dict[str, object]]]:
    """File name → records."""
    return {
        "shop_canal": shop().records,
        "erp_drs_json": erp(),
        "depot_drs_json_c": erp("depot", deleted_rows="data"),
        "post_dts_canal": post(),
        "voices_oms_canal": voices(),
        "cellar_drs_json_schema": cellar(),
        "carts_drs_mongo": carts(),
        "kiosk_maxwell": kiosk(),
        "granary_ogg": granary(),
        "bakery_aws_dms": bakery(),
        "books_ticdc_canal": books(),
        "inn_ticdc_open": inn(),
        "cafe_ticdc_simple": cafe(),
        "pier_tencent_dts_canal": pier(),
        "mine_huawei_migration_canal": mine(),
        "works_dataworks": works(),
        "meters_dataworks_flat": meters(),
        "desk_oms_dataworks": desk(),
        "library_oms_default": library(),
        "garden_oms_default_extend": library("garden", "plants", has_types=True),
        "mill_oms_shareplex": mill(),
        "harbour_dts_shareplex": harbour(),
        "club_debezium": club(),
        "bar_debezium_flat": bar(),
        "fair_debezium_mongodb": fair(),
        "ride_debezium_mongodb_flat": ride(),
        "vine_pg_logical": vine(),
        "stall_oms_debezium": stall(),
        "arcade_oms_debezium_flatten": stall("flatten"),
        "bazaar_oms_debezium_smt": stall("smt"),
        "tearoom_flink_json": tearoom(),
        "dock_cockroachdb": dock(),
        "lodge_qlik_replicate": lodge(),
        "meadow_ogg_json_row": meadow(),
        "chapel_debezium_cloudevents": chapel(),
        "smithy_confluent_oracle_cdc": smithy(),
    }


def erp(database: str = "erp", deleted_rows: str = "old") -> list[dict[str, object]]:
    """The stock of a warehouse as Huawei DRS writes it: a topic for each table, statements in one of the database.

    The row of a DELETE is in old (JSON) or in data (JSON-C).
    """
    types = {"sku": "varchar", "on_hand": "int", "weight": "double", "photo": "blob", "counted_at": "timestamp"}
    tea = ["T-1", "40", "1.25E7", "[-119, 80, 78, 71]", "1717210800.250"]
    mug = ["M-7", "3", "350.0", "[]", "1717210800.000"]
    old = ["X-0", "0", "0.5", None, "0.000"]
    stock = [  # topic, id, type, data, old
        (database, None, "INIT_DDL", "create table stock (sku varchar(20) primary key, on_hand int, ...)", None),
        (f"{database}-stock", None, "INIT", [tea, mug, old], None),
        (f"{database}-stock", 5121, "UPDATE", [[*tea[:1], "38", *tea[2:4], "1717210842.201"]], [tea]),
        (f"{database}-stock", 5122, "UPDATE", [["M-8", *mug[1:]]], [mug]),  # a key change
        (f"{database}-stock", 5123, "DELETE", None, [old]),
        (f"{database}-stock", 5124, "INSERT", [["B&B <2>", "-1", "-0.0", None, None]], None),
        (database, 5125, "DDL", "alter table stock add column bay int", None),
    ]
    offsets = {database: 0, f"{database}-stock": 0}
    records = []
    for step, (topic, number, kind, content, before) in enumerate(stock):
        at = START_MS + step * 7_000
        is_ddl = kind.endswith("DDL")
        if kind == "DELETE" and deleted_rows == "data":
            content, before = before, None
        message = {
            "mysqlType": None if is_ddl else types,
            "id": number,
            "es": at,
            "ts": at + 310,
            "database": f"{database}01",
            "table": "" if is_ddl else "stock ",  # the published message ends the name with a blank
            "type": kind,
            "isDdl": is_ddl,
            "sql": content if is_ddl else "",
            "sqlType": None if is_ddl else {"sku": 12, "on_hand": 4, "weight": 8, "photo": 2004, "counted_at": 93},
            "data": None if is_ddl or content is None else [dict(zip(types, row, strict=True)) for row in content],
            "old": None if before is None else [dict(zip(types, row, strict=True)) for row in before],
            "pkNames": None if is_ddl else ["sku"],
        }
        payload = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
        for character in "<>&":
            payload = payload.replace(character, f"\\u{ord(character):04x}")
        records.append(
            {
                "topic": topic,
                "partition": 0,
                "offset": offsets[topic],
                "tstype": "create",
                "ts": at + 320,
                "key": None,
                "payload": payload,
            }
        )
        offsets[topic] += 1
    return records


def cellar() -> list[dict[str, object]]:
    """The bins of a cellar as Huawei DRS writes them from PostgreSQL: a bin that gets another name, and a large value that did not change."""
    types = {"bin": "character varying", "is_open": "boolean", "label": "bytea", "temp": "numrange",
             "seen": "timestamp with time zone"}  # fmt: skip
    tea = {"bin": "A-1", "is_open": "true", "label": "00ff", "temp": "[11.5,20)", "seen": "2024-06-01 11:00:00.25+08"}
    mug = {"bin": "B-2", "is_open": "false", "label": "", "temp": "empty", "seen": None}
    moved = tea | {"bin": "A-9", "is_open": "false"}
    return [
        _record("cellar_bins", 0, step, step, json.dumps({
            "columnType": types, "dbType": "PostgreSQL", "schema": "store", "opType": kind, "id": number,
            "es": START_MS + step * 7_000, "ts": START_MS + step * 7_000 + 80, "database": "cellar", "table": "bins",
            "type": kind, "isDdl": False, "sql": "", "sqlType": dict.fromkeys(types, 1), "data": data, "old": old, "pkNames": ["bin"],
        }, ensure_ascii=False, separators=(",", ":")))
        for step, (number, kind, data, old) in enumerate(
            (
                (None, "INIT", [mug], None),
                (71, "INSERT", [tea], None),
                (72, "UPDATE", [moved], [tea]),
                (73, "UPDATE", [{"bin": "A-9", "is_open": "true", "temp": "[11.5,21)", "seen": None}], [moved]),
                (74, "DELETE", None, [mug]),
            )
        )
    ]  # fmt: skip


def carts() -> list[dict[str, object]]:
    """Shopping carts as Huawei DRS writes them from MongoDB: documents, members that are set one by one, a delete."""
    one, two = (f'{{"_id": ObjectId("665aa0f07dc36a464e76e58{digit}")' for digit in "12")
    changes = (
        ("INSERT", "insert", one + ', "state": "new", "total": 12.50, "address": {"city": "Ulm", "zip": "89073"}}', None),
        ("INSERT", "insert", two + ', "state": "new", "lines": [{"sku": "T-1", "n": NumberLong(2)}]}', None),
        ("UPDATE", "update", '{"$set": {"address.city": "Bonn", "at": ISODate("2024-06-01T03:00:14.250Z")}, "$unset": {"address.zip": true}}', one + "}"),
        ("UPDATE", "replace", two + ', "state": "paid", "total": NumberDecimal("25.00"), "at": ISODate("2024-06-01T03:00:21.250Z")}', two + "}"),
        ("DELETE", "doc", one + "}", None),
        ("INSERT", "insert", one.replace("58", "59") + ', "state": null}', None),
        ("UPDATE", "update", '{"$set": {"address.geo.lat": 1.5, "state": "5"}}', one.replace("58", "59") + "}"),
    )  # fmt: skip
    return [
        _record("carts", 0, step, step, json.dumps({
            "id": 256 + step, "op": operation, "dbType": "MongoDB", "db": "shop", "coll": "carts", "value": value,
            "where": where, "recordType": kind, "extra": kind, "es": START_MS + step * 7_000,
            "ts": START_MS + step * 7_000 + 80, "clusterTime": f"{START_MS // 1000 + step * 7}:{step + 1}",
        }, ensure_ascii=False, separators=(",", ":")))
        for step, (operation, kind, value, where) in enumerate(changes)
    ]  # fmt: skip


def kiosk() -> list[dict[str, object]]:
    """The papers of a kiosk as Maxwell writes them: a bootstrap, a transaction of two rows, a change of the key, a statement."""
    # PRICE is a number that Python would round.
    tea = {"id": 1, "title": "Tee 茶", "price": "PRICE", "tags": ["new"], "cover": "aGk="}
    mug = {"id": 2, "title": None, "price": 0.5, "tags": [], "cover": None}
    place = {"primary_key_columns": ["id"], "server_id": 7}
    story: tuple[dict[str, object], ...] = (
        {"type": "bootstrap-start", "data": {}},
        {"type": "bootstrap-insert", "data": mug},
        {"type": "bootstrap-complete", "data": {}},
        {"type": "insert", "xid": 81, "xoffset": 0, "position": "bin.000009:135", "data": tea} | place,
        {"type": "update", "xid": 81, "commit": True, "position": "bin.000009:140", "data": mug | {"price": 1.25},
         "old": {"price": 0.5}} | place,
        {"type": "update", "xid": 82, "commit": True, "position": "bin.000010:4", "data": tea | {"id": 11},
         "old": {"id": 1}} | place,
        {"type": "delete", "xid": 83, "commit": True, "position": "bin.000010:90", "data": mug | {"price": 1.25}} | place,
        {"type": "table-alter", "position": "bin.000010:120", "sql": "alter table papers add column shelf int", "old": {},
         "def": {}},
    )  # fmt: skip
    return [
        _record(
            "kiosk_papers", 0, step, step,
            json.dumps(
                {"database": "kiosk", "table": "papers", "ts": START_MS // 1000 + step * 7} | message,
                ensure_ascii=False, separators=(",", ":"),
            ).replace('"PRICE"', "12345678901234567890.50"),
        )
        for step, message in enumerate(story)
    ]  # fmt: skip


def granary() -> list[dict[str, object]]:
    """The silos of a granary as GoldenGate writes them from Oracle: compact updates, both ways to change a key, a truncated table."""
    # TONS is a number that Python would round.
    wheat = {
        "ID": 1,
        "GRAIN": "Weizen 麦",
        "TONS": "TONS",
        "FILLED": "2024-05-30:08:15:00",
        "SEEN": "2024-06-01 03:00:00.123456000",
    }
    rye = {"ID": 2, "GRAIN": None, "TONS": 0.5, "FILLED": "2024-05-31 00:00:00", "SEEN": None}
    drained = wheat | {"GRAIN": "Weizen"}
    story: tuple[tuple[int, int, str, str, int, dict[str, object]], ...] = (
        (0, 0, "SILOS", "I", 2928, {"after": wheat}),
        (0, 1, "SILOS", "I", 3361, {"after": rye}),
        (0, 2, "SILOS", "U", 4300, {"before": wheat, "after": {"ID": 1, "GRAIN": "Weizen"}}),
        (1, 0, "SILOS", "U", 4891, {"before": rye, "after": {"ID": 22, "SEEN": "2024-06-01:03:00:21.5"}}),
        (0, 3, "SILOS", "D", 5272, {"before": drained}),  # pkUpdateHandling=delete-insert
        (1, 1, "SILOS", "I", 5272, {"after": drained | {"ID": 11}}),
        (0, 4, "SWEEPINGS", "I", 5480, {"after": {"ID": 7, "GRAIN": "Staub"}}),
        (0, 5, "SWEEPINGS", "T", 5700, {}),
        (1, 2, "SILOS", "D", 5900, {"before": {"ID": 22}}),
    )  # fmt: skip
    records = [
        _record("granary_ogg", partition, offset, step, json.dumps({
            "table": f"GRANARY.{table}", "op_type": operation, "op_ts": f"2024-06-01 03:00:{step * 7:02}.000000",
            "current_ts": f"2024-06-01T03:00:{step * 7:02}.080000", "pos": f"{number:020}",
        } | ({} if operation == "T" else {"primary_keys": ["ID"]}) | {"tokens": {"R": "AADPkvAAEAAEqLzAAC"}} | images,
            ensure_ascii=False, separators=(",", ":")).replace('"TONS":"TONS"', '"TONS":12345678901234567890.50'))
        for step, (partition, offset, table, operation, number, images) in enumerate(story)
    ]  # fmt: skip
    # The last one as Kafka Connect writes it, with its schema.
    schema = '{"type":"struct","fields":[{"type":"string","optional":true,"field":"table"}],"optional":false,"name":"GRANARY.SILOS"}'
    records[-1]["payload"] = f'{{"schema":{schema},"payload":{records[-1]["payload"]}}}'
    return records


def bakery() -> list[dict[str, object]]:
    """The loaves of a bakery as AWS DMS writes them from MySQL: a full load, a change of key, and visits, which have no key."""
    rye = {"id": 1, "name": "Roggen 麦", "price": 4.5, "baked": "2024-06-01T03:00:00Z", "photo": "0x89504e47"}
    bun = {"id": 2, "name": "Semmel", "price": 0.5}  # NULLs are left out
    door = {"door": "west", "at": "2024-06-01T03:00:35.25Z"}
    definition = {"table-def": {"columns": {"id": {"type": "INT32", "nullable": False}}, "primary-key": ["id"]}}
    story: tuple[tuple[int, int, str, str, dict[str, object]], ...] = (
        (1, 0, "drop-table", "loaves", {}),
        (1, 1, "create-table", "loaves", {"control": definition}),
        (0, 0, "load", "loaves", {"data": rye}),
        (0, 1, "load", "loaves", {"data": bun}),
        (0, 2, "insert", "loaves", {"data": {"id": 3, "name": "Brezel", "price": 1.25}}),
        (0, 3, "update", "loaves", {"data": bun | {"price": 0.75}, "before-image": {}}),
        (0, 4, "update", "loaves", {"data": rye | {"id": 11}, "before-image": {"id": 1}}),
        (0, 5, "delete", "loaves", {"data": {"id": 3, "name": "Brezel", "price": 1.25}}),
        (2, 0, "insert", "visits", {"data": door}),
        (2, 1, "insert", "visits", {"data": door}),
        (2, 2, "update", "visits", {"data": door | {"door": "east"}, "before-image": door}),
        (1, 2, "add-column", "loaves", {"control": definition}),
        (2, 3, "delete", "visits", {"data": door}),
    )  # fmt: skip
    records = []
    for step, (partition, offset, operation, table, members) in enumerate(story):
        is_control = "-" in operation
        metadata: dict[str, object] = {
            "timestamp": f"2024-06-01T03:{step * 7 // 60:02}:{step * 7 % 60:02}.080000Z",
            "record-type": "control" if is_control else "data",
            "operation": operation,
            "partition-key-type": "task-id" if is_control else "schema-table",
            "schema-name": "bakery",
            "table-name": table,
        }
        if operation in ("insert", "update", "delete"):
            metadata |= {
                "transaction-id": 9324410911751 + step,
                "transaction-record-id": 1,
                "commit-timestamp": f"2024-06-01T03:{step * 7 // 60:02}:{step * 7 % 60:02}.000000Z",
            }
        message = members | ({"control": {}} if is_control and not members else {}) | {"metadata": metadata}
        payload = json.dumps(message, ensure_ascii=False, indent="\t")  # MessageFormat JSON has line breaks
        records.append(_record("bakery_dms", partition, offset, step, payload))
    return records


def post() -> list[dict[str, object]]:
    """Parcels as Alibaba DTS writes them (Canal JSON, new variant); a parcel that changes its number goes on in another partition."""
    types = {"id": "bigint", "carrier": "varchar", "cost": "decimal", "sent_at": "timestamp"}
    tea = {"id": "7", "carrier": "bike", "cost": "4.50", "sent_at": "2024-06-01 11:00:00"}
    mug = {"id": "8", "carrier": None, "cost": "12.00", "sent_at": None}
    moved = tea | {"id": "18", "cost": "5.00"}
    return [
        _record("post_parcels", partition, offset, step, _family(step, "post", "parcels", types, ["id"], **fields))
        for step, (partition, offset, fields) in enumerate(
            (
                (0, 0, {"id": 0, "type": "INIT", "data": [mug]}),
                (1, 0, {"id": 171721080700000001, "gtid": "0a4b-11:5", "type": "INSERT", "data": [tea]}),
                (1, 1, {"id": 171721081400000002, "gtid": "0a4b-11:6", "type": "UPDATE", "data": [moved],
                        "old": [{"id": "7", "cost": "4.50"}]}),
                (0, 1, {"id": 171721082100000003, "gtid": "0a4b-11:7", "type": "UPDATE", "data": [moved | {"carrier": "van"}],
                        "old": [{"carrier": "bike"}]}),
                (0, 2, {"id": 171721082800000004, "gtid": "0a4b-11:8", "type": "DELETE", "data": [mug]}),
            )
        )
    ]  # fmt: skip


def voices() -> list[dict[str, object]]:
    """Reviews as OceanBase's OMS writes them (Canal kind): JSON numbers, no id, and NULL for a text that did not change."""
    types = {
        "id": "int64",
        "stars": "tinyint",
        "score": "decimal",
        "body": "text",
        "photo": "blob",
        "seen": "timestamp",
    }
    tea = {"id": 1, "stars": 5, "score": 9.99, "body": "sehr gut 好", "photo": "aGVsbG8=", "seen": "1717210800.25"}
    mug = {"id": 2, "stars": 1, "score": None, "body": "kaputt", "photo": None, "seen": None}
    unsent = {"body": None, "photo": None}
    return [
        _record("voices_reviews", 0, step, step, _family(step, "voices", "reviews", types, ["id"], **fields))
        for step, fields in enumerate(
            (
                {"type": "ROW", "data": [tea, mug]},
                {"type": "UPDATE", "data": [tea | unsent | {"stars": 4}], "old": [{"stars": 5}]},
                {"type": "UPDATE", "data": [tea | unsent | {"id": 11, "stars": 4}], "old": [{"id": 1}]},
                {"type": "DELETE", "data": [mug | unsent]},
            )
        )
    ]


def books() -> list[dict[str, object]]:
    """Books in TiDB as TiCDC writes them: two partitions, a change of the key in two messages, a statement, a watermark."""
    types = {"isbn": "varchar", "stock": "int", "price": "decimal", "seen": "timestamp"}
    tea = {"isbn": "T-1", "stock": "3", "price": "4.50", "seen": "2024-06-01 11:00:00"}
    mug = {"isbn": "M-7", "stock": None, "price": "12.00", "seen": None}
    moved = tea | {"isbn": "T-2"}
    add = "ALTER TABLE `books`.`books` ADD COLUMN shelf INT"
    statement = {"type": "ALTER", "isDdl": True, "sql": add, "pkNames": None, "mysqlType": None, "data": None}
    watermark = {
        "type": "TIDB_WATERMARK",
        "database": "",
        "table": "",
        "pkNames": None,
        "mysqlType": None,
        "data": None,
    }
    return [
        _record(
            "books_books", partition, offset, step,
            _family(step, "books", "books", types, ["isbn"], **{"id": 0, **fields, "_tidb": extension}),
        )
        for step, (partition, offset, fields, extension) in enumerate(
            (
                (0, 0, {"type": "INSERT", "data": [tea]}, {"commitTs": START_TS + 1}),
                (1, 0, {"type": "INSERT", "data": [mug]}, {"commitTs": START_TS + 2}),
                (0, 1, {"type": "UPDATE", "data": [tea | {"stock": "2"}], "old": [tea]}, {"commitTs": START_TS + 3}),
                (0, 2, {"type": "DELETE", "data": [tea | {"stock": "2"}]}, {"commitTs": START_TS + 4}),
                (1, 1, {"type": "INSERT", "data": [moved | {"stock": "2"}]}, {"commitTs": START_TS + 4}),
                (0, 3, statement, {"commitTs": START_TS + 5}),
                (0, 4, watermark, {"watermarkTs": START_TS + 5}),
            )
        )
    ]  # fmt: skip


def inn() -> list[dict[str, object]]:
    """The rooms of an inn in TiDB as TiCDC's Open Protocol has them: several events in one record, statements and watermarks in each partition."""

    def room(
        number: int, name: str, price: str | None, key: str = "AAE=", bell: str = "\\x00\\xff"
    ) -> dict[str, object]:
        return {
            "no": {"t": 8, "h": True, "f": 139, "v": number},
            "name": {"t": 15, "f": 64, "v": name},
            "price": {"t": 246, "f": 64, "v": price},
            "size": {"t": 5, "f": 65, "v": 21.50},
            "seen": {"t": 7, "f": 65, "v": "2024-06-01 11:00:00"},
            "note": {"t": 252, "f": 64, "v": "6Iy2"},
            "photo": {"t": 252, "f": 65, "v": key},
            "bell": {"t": 15, "f": 65, "v": bell},
        }

    def event(
        step: int, kind: int, value: object, table: str | None = "rooms", **members: object
    ) -> tuple[object, object]:
        names = {} if table is None else {"scm": "inn", "tbl": table}
        return {"ts": START_TS + step, **names, "t": kind, **members}, value

    attic, garden = room(1, "Attic 茶", "80.00"), room(2, "Garden", None)
    guest = {"guest": {"t": 254, "h": True, "f": 11, "v": "\\x00\\x01"}, "room": {"t": 3, "f": 65, "v": 1}}
    dearer, moved = room(1, "Attic 茶", "95.50"), room(18446744073709551615, "Garden", None)
    statement = event(4, 2, {"q": "ALTER TABLE rooms ADD COLUMN floor INT", "t": 5})
    watermark = event(5, 3, None, None)
    records = [
        (0, [event(1, 1, {"u": attic}), event(1, 1, {"u": garden}), event(1, 1, {"u": guest}, "guests")]),
        (0, [event(2, 1, {"u": dearer, "p": attic}), event(3, 1, {"d": garden})]),
        (1, [event(3, 1, {"u": moved})]),
        (0, [statement]),
        (1, [statement]),
        (0, [event(5, 1, {"d": {"guest": guest["guest"]}}, "guests"), watermark]),
        (1, [watermark]),
    ]
    offsets = {0: 0, 1: 0}
    sent = []
    for step, (partition, events) in enumerate(records):
        record = _record("inn", partition, offsets[partition], step, None)
        offsets[partition] += 1
        del record["key"], record["payload"]
        keys, values = zip(*events, strict=True)
        record["key_base64"] = _in_frames(keys, version=1)
        record["payload_base64"] = _in_frames(values)
        sent.append(record)
    return sent


def _in_frames(messages: Iterable[object], version: int | None = None) -> str:
    """Messages, each behind its length in eight bytes, in base64."""
    texts = [
        b"" if each is None else json.dumps(each, ensure_ascii=False, separators=(",", ":")).encode()
        for each in messages
    ]
    whole = b"".join(len(text).to_bytes(8, "big") + text for text in texts)
    return base64.b64encode((b"" if version is None else version.to_bytes(8, "big")) + whole).decode()


def cafe() -> list[dict[str, object]]:
    """The cups of a cafe in TiDB as TiCDC's Simple protocol has them: a bootstrap, rows that name no key, statements and watermarks in each partition."""
    columns = {
        "no": ("bigint", 20),
        "name": ("varchar", 40),
        "size": ("enum", 1),
        "seen": ("timestamp", 19),
        "photo": ("blob", 65535),
    }

    def schema(**more: tuple[str, int]) -> dict[str, object]:
        described = []
        for name, (kind, length) in (columns | more).items():
            kinds = {"mysqlType": kind, "charset": "binary", "collate": "binary", "length": length}
            kinds |= {"elements": ["small", "large"]} if kind == "enum" else {"unsigned": True} if name == "no" else {}
            described.append({"name": name, "dataType": kinds, "nullable": name != "no", "default": None})
        index = {"name": "primary", "unique": True, "primary": True, "nullable": False, "columns": ["no"]}
        return {
            "schema": "cafe",
            "table": "cups",
            "tableID": 61,
            "version": START_TS,
            "columns": described,
            "indexes": [index],
        }

    seen = {"location": "Asia/Shanghai", "value": "2024-06-01 11:00:00"}
    mug = {"no": "1", "name": "Mug 茶", "size": "2", "seen": seen, "photo": "AP8="}
    cup = {"no": "18446744073709551615", "name": "", "size": "1", "seen": None, "photo": None}
    added = {
        "sql": "ALTER TABLE cups ADD COLUMN floor INT",
        "tableSchema": schema(floor=("int", 11)),
        "preTableSchema": schema(),
    }
    story: list[tuple[int, str, int, dict[str, object]]] = [
        (0, "BOOTSTRAP", 0, {"tableSchema": schema()}),
        (0, "INSERT", 1, {"data": mug}),
        (1, "INSERT", 1, {"data": cup}),
        (0, "UPDATE", 2, {"data": mug | {"name": "Mug"}, "old": mug}),
        (0, "DELETE", 3, {"old": mug | {"name": "Mug"}}),
        (1, "INSERT", 3, {"data": mug | {"no": "3", "name": "Mug"}}),
        (0, "ALTER", 4, added),
        (1, "ALTER", 4, added),
        (0, "WATERMARK", 5, {}),
        (1, "WATERMARK", 5, {}),
    ]
    offsets = {0: 0, 1: 0}
    sent = []
    for step, (partition, kind, ts, members) in enumerate(story):
        of_table = (
            {"database": "cafe", "table": "cups", "tableID": 61} if kind in ("INSERT", "UPDATE", "DELETE") else {}
        )
        message = {
            "version": 1,
            **of_table,
            "type": kind,
            "commitTs": START_TS + ts if ts else 0,
            "buildTs": START_MS + step * 7_000 + 80,
        } | members
        sent.append(
            _record(
                "cafe",
                partition,
                offsets[partition],
                step,
                json.dumps(message, ensure_ascii=False, separators=(",", ":")),
            )
        )
        offsets[partition] += 1
    return sent


def pier() -> list[dict[str, object]]:
    """The boats at a pier as Tencent Cloud DTS writes them: bytes in hexadecimal digits, instants with their offset."""
    types = {"no": "int(11)", "name": "varchar(40)", "logo": "blob", "seen": "timestamp(3)", "length": "decimal(6,2)"}
    gull = {"no": "1", "name": "Gull 鸥", "logo": "00ff", "seen": "2024-06-01 03:00:00.250 +00:00", "length": "12.50"}
    tern = {"no": "2", "name": None, "logo": "0x0a", "seen": "2024-06-01 03:00:42 +00:00", "length": "-0.01"}
    added = {
        "type": "ALTER",
        "isDdl": True,
        "sql": "alter table boats add column crew int",
        "pkNames": None,
        "mysqlType": None,
        "data": None,
    }
    story: tuple[dict[str, object], ...] = (
        {"type": "INSERT", "data": [gull, tern]},
        {"type": "UPDATE", "data": [gull | {"length": "13.00"}], "old": [{"length": "12.50"}]},
        {"type": "UPDATE", "data": [tern | {"no": "20"}], "old": [{"no": "2"}]},
        {"type": "DELETE", "data": [gull | {"length": "13.00"}]},
        added,
    )
    return [
        _record(
            "pier",
            0,
            step,
            step,
            _family(step, "pier", "boats", types, ["no"], **{"id": step + 1, "sqlType": None, **fields}),
        )
        for step, fields in enumerate(story)
    ]


def mine() -> list[dict[str, object]]:
    """The shafts of a mine as Huawei Cloud DataArts Migration writes them: numbers as JSON numbers, and its heartbeat table."""
    types = {"no": "BIGINT(20)", "name": "VARCHAR(40)", "depth": "DECIMAL(10,2)", "opened": "DATE"}
    deep = {"no": 1, "name": "Deep 深", "depth": 812.5, "opened": "1962-04-01"}
    old = {"no": 2, "name": None, "depth": 0.5, "opened": None}
    beat = {"dlf_job_id": "1129476", "heartbeat": START_MS}
    story: tuple[dict[str, object], ...] = (
        {"type": "INSERT", "data": [deep], "isHeartbeat": False},
        {"type": "INSERT", "data": [old]},
        {
            "type": "UPDATE",
            "data": [beat | {"heartbeat": START_MS + 30_000}],
            "old": [beat],
            "table": "beats",
            "isHeartbeat": True,
            "pkNames": ["dlf_job_id"],
            "mysqlType": {"dlf_job_id": "VARCHAR(128)", "heartbeat": "BIGINT(20)"},
        },
        {"type": "UPDATE", "data": [deep | {"depth": 815}], "old": [deep]},
        {"type": "DELETE", "data": [old]},
        {
            "type": "ALTER",
            "isDdl": True,
            "sql": "ALTER TABLE shafts ADD COLUMN crew INT",
            "pkNames": None,
            "mysqlType": None,
            "data": None,
        },
    )
    named = {"serverId": "1753240249", "dbType": "mysql", "dataSourceName": "mine_binlog"}
    return [
        _record(
            "mine", 0, step, step, _family(step, "mine", "shafts", types, ["no"], **{"id": step + 1, **named, **fields})
        )
        for step, fields in enumerate(story)
    ]


def works() -> list[dict[str, object]]:
    """The parts of a workshop as DataWorks writes them: a full load, updates in two messages and in one, heartbeats."""
    types = {
        "part": "STRING",
        "qty": "LONG",
        "price": "DOUBLE",
        "checked": "BOOLEAN",
        "made": "DATE",
        "seen": "DATE",
        "photo": "BYTES",
    }
    # Decimals come as text. The days of `made` begin in Shanghai.
    tea = {
        "part": "P-1",
        "qty": 40,
        "price": "12.500000",
        "checked": True,
        "made": 1_717_171_200_000,
        "seen": START_MS,
        "photo": "iVBORw==",
    }
    mug = {"part": "P-2", "qty": 3, "price": "0.100000", "checked": False, "made": None, "seen": None, "photo": None}
    sold = tea | {"qty": 39, "seen": START_MS + 42_201}
    moved = mug | {"part": "P-20", "qty": 4}
    first = int(f"{START_MS}000000")
    scan = {"gate": "east 东", "#alibaba_rds_row_id#": 15}
    full = {"sequenceId": "-1", "time": -1}
    story = [  # partition, table, op, before, after, what else
        (0, "parts", "INSERT", None, tea, full),
        (1, "parts", "INSERT", None, mug, full),
        (0, None, "MHEARTBEAT", None, None, {"sequenceId": None}),
        (0, None, "TRANSACTION_BEGIN", None, None, {}),
        (0, "parts", "UPDATE_BEFOR", tea, None, {}),
        (0, "parts", "UPDATE_AFTER", None, sold, {"sequenceId": str(first + 4)}),
        (1, "parts", "UPDATE_BEFORE", mug, None, {}),  # a key change: the sides lie in two partitions
        (0, "parts", "UPDATE_AFTER", None, moved, {"sequenceId": str(first + 6)}),
        (0, None, "TRANSACTION_END", None, None, {}),
        (0, "parts", "UPDATE_AFTER", sold, sold | {"price": "13.000000"}, {}),
        (0, "parts", "INSERT", None, mug | {"part": "P-3", "qty": 9_223_372_036_854_775_807}, {}),
        (0, "parts", "DELETE", moved, None, {}),
        (1, "scans", "INSERT", None, scan, {}),
        (1, "scans", "UPDATE_AFTER", scan, scan | {"gate": "west"}, {}),
        (0, "parts", "ALTER", None, None, {"ddl": "alter table works.parts add column bay int default 7"}),
    ]  # fmt: skip
    offsets = {0: 0, 1: 0}
    records = []
    for step, (partition, table, op, before, after, more) in enumerate(story):
        columns = types if table == "parts" else {"gate": "STRING", "#alibaba_rds_row_id#": "LONG"}
        is_row = before is not None or after is not None
        at = more.get("time", START_MS + step * 7_000)
        text = more.get("ddl")
        schema = {
            "dataColumn": [{"name": name, "type": kind} for name, kind in columns.items()] if is_row else None,
            "primaryKey": ["part"] if is_row and table == "parts" else None,
            "source": {"dbType": "MySQL", "dbName": "works", "tableName": table} if table else None,
        }
        payload = {
            "before": before and {"dataColumn": before},
            "after": after and {"dataColumn": after},
            "sequenceId": more.get("sequenceId", str(first + step)),
            "timestamp": {"eventTime": at, "systemTime": START_MS + step * 7_000 + 90, "checkpointTime": at},
            "op": op,
            "ddl": text and {"text": text, "ddlMeta": "rO0ABXNyAAdEZGxNZXRh"},
        }
        message = {"schema": schema, "payload": payload, "version": "0.0.1"}
        records.append(_record("works_db", partition, offsets[partition], step, _text(message)))
        offsets[partition] += 1
    return records


def meters() -> list[dict[str, object]]:
    """Readings of meters as DataWorks writes a single table: the row, with five columns about its change."""
    story = [  # operation, before and after, number, the row
        ("I", "NY", 1, {"meter": 1, "kwh": 9.999999999999999, "note": None}),
        ("I", "NY", 2, {"meter": 2, "kwh": 0.5, "note": "茶"}),
        ("U", "YN", 3, {"meter": 2, "kwh": 0.5, "note": "茶"}),
        ("U", "NY", 3, {"meter": 2, "kwh": 1.25, "note": ""}),
        ("D", "YN", 4, {"meter": 1, "kwh": 9.999999999999999, "note": None}),
    ]
    records = []
    for step, (operation, (before, after), number, row) in enumerate(story):
        added = {
            "_sequence_id_": f"{START_MS}{number:06}",
            "_operation_type_": operation,
            "_execute_time_": START_MS + step * 7_000,
            "_before_image_": before,
            "_after_image_": after,
        }
        records.append(_record("meter_readings", 0, step, step, _text(added | row)))
    return records


def desk() -> list[dict[str, object]]:
    """Tickets of a help desk as OceanBase's OMS writes them (DataWorks 2.0): no numbers, NULL for a text that did not change."""
    types = {
        "id": "INT64",
        "state": "VARCHAR",
        "hours": "DECIMAL",
        "body": "TEXT",
        "due": "DATETIME",
        "seen": "TIMESTAMP",
    }
    one = {
        "id": 1,
        "state": "new",
        "hours": 1.50,
        "body": "Kaffee?",
        "due": "2024-06-02 11:00:00",
        "seen": "1717210800.25",
    }
    two = {"id": 2, "state": "new", "hours": None, "body": "水", "due": None, "seen": None}
    unsent = {"body": None}
    story = [  # op, before, after, statement
        ("HEARTBEAT", None, None, None),
        ("ROW", None, one, None),
        ("INSERT", None, two, None),
        ("UPDATE", one | unsent, one | unsent | {"state": "open"}, None),
        ("UPDATE", one | unsent | {"state": "open"}, one | unsent | {"state": "open", "id": 11}, None),
        ("DELETE", two | unsent, None, None),
        ("ALTER", None, None, "ALTER TABLE desk.tickets ADD COLUMN team VARCHAR(30)"),
    ]
    records = []
    for step, (op, before, after, statement) in enumerate(story):
        at = START_MS + step * 7_000
        if op == "HEARTBEAT":
            message = {"version": "2.0", "payload": {"timestamp": {"eventTime": at}, "op": op}}
        else:
            schema = {
                "source": {
                    "dbType": "ob_mysql",
                    "dbVersion": None,
                    "dbName": "desk",
                    "schema": None,
                    "table": "tickets",
                },
                "column": None if statement else [{"name": name, "type": kind} for name, kind in types.items()],
                "pk": None if statement else ["id"],
            }
            payload = {
                "before": before and {"data": before},
                "after": after and {"data": after},
                "op": op,
                "timestamp": {"eventTime": at, "systemTime": at + 95, "checkpointTime": at // 1000},
                "ddl": statement and {"text": statement},
                "scn": "null",
            }
            message = {"version": "2.0", "schema": schema, "payload": payload, "extend": {}}
        records.append(_record("desk_tickets", 0, step, step, _text(message)))
    return records


def _text(message: dict[str, object]) -> str:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))


def library(database: str = "library", table: str = "loans", has_types: bool = False) -> list[dict[str, object]]:
    """Loans as OMS writes them where nothing else is chosen (Default), or with the types of columns in each row.

    Two partitions, each of which gets every statement; a note is a large value, NULL on both sides where it did not change.
    """
    types = {"id": "INT64", "fee": "DECIMAL", "note": "TEXT", "flags": "BIT", "due": "DATETIME", "seen": "TIMESTAMP"}
    tea = {"id": 1, "fee": 1.50, "note": "好", "flags": "AAM=", "due": "2024-07-01 00:00:00", "seen": "1717210800.25"}
    mug = {
        "id": 2,
        "fee": 0,
        "note": None,
        "flags": "AA==",
        "due": "0000-00-00 00:00:00",
        "seen": "0000-00-00 00:00:00",
    }
    was = tea | {"note": None, "flags": "Aw=="}  # increments leave out leading zero bytes
    now = was | {"fee": 12345678901234567890}
    alter = {"ddl": f"alter table {table} add column shelf int default 7"}
    story = [  # partition, recordType, before, after, is_in_increments
        (0, "ROW", None, tea, False),
        (1, "ROW", None, mug, False),
        (0, "UPDATE", was, now, True),
        (1, "UPDATE", now, now | {"id": 11}, True),
        (0, "DDL", None, alter, True),
        (1, "DDL", None, alter, True),
        (1, "DELETE", mug, None, True),
        (0, "HEARTBEAT", None, None, False),
        (0, "INSERT", None, tea | {"id": 3, "note": None, "shelf": 8}, True),
    ]
    names = {name: {"schemaType": kind} for name, kind in types.items()}
    records, offsets = [], {0: 0, 1: 0}
    for step, (partition, kind, before, after, is_increment) in enumerate(story):
        at = START_MS + (step - (kind == "DDL" and partition)) * 7_000  # copies of a statement have one time
        typed = {"__light_type": names if kind != "DDL" else {"ddl": {"schemaType": "VAR_STRING"}}} if has_types else {}
        message: dict[str, object] = {
            "prevStruct": before and before | typed,
            "postStruct": after and after | typed,
            "allMetaData": {
                "checkpoint": None,
                "record_primary_key": "id" if kind not in ("DDL", "HEARTBEAT") else None,
                "dbType": "OB_MYSQL",
                "storeDataSequence": at * 100_000 + 1 if is_increment else None,
                "table_name": table if kind != "HEARTBEAT" else None,
                "db": database if kind == "DDL" else f"tenant.{database}",
                "timestamp": str(at // 1000) if kind != "ROW" else None,
                "transId": f"1001_{step}" if is_increment else None,
                "ddlType": "ALTER_TABLE" if kind == "DDL" else None,
            },
            "recordType": kind,
        }
        payload = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
        records.append(_record(f"{database}_{table}", partition, offsets[partition], step, payload))
        offsets[partition] += 1
    return records


def mill() -> list[dict[str, object]]:
    """Flours as OMS writes them in SharePlex's form: only changed columns in data, no names of key columns."""
    rye = {"id": 1, "price": 2.50, "body": "dark", "ground": "2024-06-01 11:00:00"}
    spelt = {"id": 2, "price": None, "body": None, "ground": None}
    alter = {"ddl": "alter table flours add column bags int"}
    return _shareplex("mill", "flours", 11, [  # OMS writes wall time where it runs: Shanghai
        ("ins", rye, None, "null"),  # a full load has no scn
        ("ins", spelt, None, "171721080700000001"),
        ("upd", {"price": 2.75}, rye | {"body": None}, "171721081400000001"),
        ("upd", {"id": 11}, rye | {"price": 2.75, "body": None}, "171721082100000001"),
        ("ddl", {}, None, "171721082800000001", alter),
        ("del", spelt, None, "171721083500000001"),
    ])  # fmt: skip


def harbour() -> list[dict[str, object]]:
    """Boxes as DTS writes them in SharePlex's form: texts only, and key columns in key."""
    tea = {"id": "7", "weight": "12.50", "owner": "Anna", "landed": "2024-06-01 11:00:00"}
    return _shareplex("harbour", "boxes", 3, [  # DTS writes UTC
        ("ins", tea, None, "9007199254740993"),
        ("ins", {"id": "8", "weight": None, "owner": None, "landed": None}, None, "9007199254740994"),
        ("upd", {"owner": None}, {"id": "7"}, "9007199254740995"),
        ("upd", {"id": "17"}, {"id": "7"}, "9007199254740996"),
        ("del", {"id": "8", "weight": None, "owner": None, "landed": None}, None, "9007199254740997"),
    ])  # fmt: skip


def _shareplex(database: str, table: str, hour: int, story: list[tuple]) -> list[dict[str, object]]:
    """Messages in SharePlex's form, at this hour of the service: operation, data, key, scn and perhaps a statement."""
    records = []
    for step, (operation, data, key, scn, *statement) in enumerate(story):
        moment = f"2024-06-01T{hour:02}:00:{step:02}"
        meta = {
            "time": moment,
            "posttime": moment,
            "op": operation,
            "scn": scn,
            "trans": f"7.{step}",
            "seq": 1,
            "size": 1,
        }
        message = {"data": data, "meta": meta | {"idx": "1/1", "table": f"{database}.{table}"}}
        message |= {"key": key} if key else {}
        message |= {"sql": statement[0]} if statement else {}
        payload = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
        records.append(_record(f"{database}_{table}", 0, step, step, payload))
    return records


def _family(step: int, database: str, table: str, types: dict[str, str], keys: list[str], /, **fields: object) -> str:
    """A row message of Canal's family."""
    at = START_MS + step * 7_000
    names = {"database": database, "table": table, "pkNames": keys, "mysqlType": types, "isDdl": False, "sql": ""}
    return json.dumps(
        {"old": None, "es": at, "ts": at + 80} | names | fields, ensure_ascii=False, separators=(",", ":")
    )


def _record(topic: str, partition: int, offset: int, step: int, payload: str | None) -> dict[str, object]:
    at = START_MS + step * 7_000 + 120
    place = {"topic": topic, "partition": partition, "offset": offset}
    return place | {"tstype": "create", "ts": at, "key": None, "payload": payload}


def tearoom() -> list[dict[str, object]]:
    """Teas as Flink SQL writes them, in each of its formats, and guests as Flink CDC does, with a change of the key."""
    sencha, assam = {"id": 1, "name": "Sencha", "price": 4.50}, {"id": 2, "name": "Assam 茶", "price": 12.00}
    dearer, guest = sencha | {"price": 4.75}, {"table": "guests", "database": "tearoom", "pkNames": ["no"]}
    teas = [
        {"data": [sencha], "type": "INSERT"},
        {"before": None, "after": assam, "op": "c"},
        {"data": [sencha], "type": "DELETE"},  # an update
        {"data": [dearer], "type": "INSERT"},
        {"data": {"id": 3, "name": None, "price": 1}, "type": "insert"},
        {"before": {"id": 3, "name": None, "price": 1}, "after": None, "op_type": "D"},
    ]
    guests: list[dict[str, object]] = [
        {"old": None, "data": [{"NO": 7, "tea": "Assam"}], "type": "INSERT", **guest},
        {"old": [{"NO": 7, "tea": "Assam"}], "data": [{"NO": 8, "tea": "Assam"}], "type": "UPDATE", **guest},
        {"old": None, "data": [{"NO": 9, "tea": None}], "type": "INSERT", **guest},
        {"old": None, "data": [{"NO": 9, "tea": None}], "type": "DELETE", **guest},
        {
            "before": {"id": 1, "seat": "window"}, "after": {"id": 1, "seat": "door"}, "op": "u",
            "source": {"db": "tearoom", "table": "seats"},
        },
    ]  # fmt: skip
    return [
        _record(f"tearoom.{table}", 0, offset, offset, json.dumps(message, ensure_ascii=False, separators=(",", ":")))
        for table, messages in (("teas", teas), ("all", guests))
        for offset, message in enumerate(messages)
    ]


def dock() -> list[dict[str, object]]:
    """Boats as a changefeed of CockroachDB writes them: wrapped with the row before, then enriched, and a resolved time."""
    ada, bea = {"id": 1, "name": "Ada 茶", "length": 8.50}, {"id": 2, "name": None, "length": 12.00}
    source = {"changefeed_sink": "kafka", "origin": "cockroachdb", "table_name": "dock_boats", "primary_keys": ["id"]}
    told: tuple[tuple[object, dict[str, object]], ...] = (
        ([1], {"after": ada, "before": None, "key": [1], "updated": _hlc(0)}),
        ([2], {"after": bea, "before": None, "key": [2], "updated": _hlc(0)}),
        ([1], {"after": ada | {"length": 8.75}, "before": ada, "key": [1], "updated": _hlc(2)}),
        (None, {"resolved": _hlc(3)}),
        ({"id": 1}, {"after": ada, "op": "u", "source": source | {"ts_hlc": _hlc(4)}}),
        (
            {"id": 2},
            {
                "payload": {"after": None, "before": bea, "op": "d", "source": source | {"ts_hlc": _hlc(5)}},
                "schema": {"name": "cockroachdb.envelope"},
            },
        ),
        ([3], {"after": {"id": 3, "name": "Cleo", "length": 0.1}, "key": [3], "updated": _hlc(6)}),
        ([3], {"after": None, "key": [3], "updated": _hlc(7)}),
    )
    return [
        _record("dock_boats", 0, step, step, json.dumps(value, ensure_ascii=False, separators=(",", ":")))
        | {"key": None if key is None else json.dumps(key)}
        for step, (key, value) in enumerate(told)
    ]


def lodge() -> list[dict[str, object]]:
    """Rooms as Qlik Replicate writes them from Oracle: a full load, then changes, one without the columns that the log lacks."""
    red = {"ID": "1", "NAME": "Red 茶", "PRICE": "80.50"}
    blue = {"ID": "2", "NAME": None, "PRICE": "95.00"}
    story: tuple[tuple[str, str, object, object], ...] = (
        ("REFRESH", "07", red, None),
        ("REFRESH", "07", blue, None),
        ("UPDATE", "07", red | {"PRICE": "82.00"}, red),
        ("UPDATE", "05", {"ID": "2", "NAME": None, "PRICE": "99.00"}, {"ID": "2", "NAME": None, "PRICE": "95.00"}),
        ("INSERT", "07", {"ID": "3", "NAME": "Attic", "PRICE": None}, None),
        ("UPDATE", "07", {"ID": "4", "NAME": "Attic", "PRICE": None}, {"ID": "3", "NAME": "Attic", "PRICE": None}),
        ("DELETE", "07", red | {"PRICE": "82.00"}, None),
    )
    records = [
        _record("lodge_rooms", 0, 0, 0, json.dumps({"magic": "atMSG", "type": "MD", "headers": None, "message": {}}))
    ]
    for step, (operation, mask, row, before) in enumerate(story, 1):
        at = f"2024-06-01T03:00:{step * 7:02}.000"
        number = "" if operation == "REFRESH" else f"2024060103000000{step:019}"
        headers = {
            "operation": operation, "changeSequence": number, "timestamp": at, "streamPosition": "", "transactionId": "0" * 31 + "A",
            "changeMask": mask, "columnMask": mask, "transactionEventCounter": 1, "transactionLastEvent": True,
        }  # fmt: skip
        message: dict[str, object] = {"data": row, "beforeData": before, "headers": headers}
        if step != 5:
            envelope = {"magic": "atMSG", "type": "DT", "headers": None, "messageSchemaId": None, "messageSchema": None}
            message = envelope | {"message": message}
        text = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
        records.append(_record("lodge_rooms", 0, step, step, text))
    return records


def meadow() -> list[dict[str, object]]:
    """Trees as GoldenGate writes them from MySQL, the columns beside op_type: a compact update, a change of key, a truncated table."""
    story: tuple[tuple[str, str, int, dict[str, object]], ...] = (
        ("TREES", "I", 2928, {"ID": 1, "SORT": "Boskoop 苹果", "KILOS": 85.5}),
        ("TREES", "I", 3361, {"ID": 2, "SORT": None, "KILOS": 0.5}),
        ("TREES", "U", 4300, {"ID": 1, "KILOS": 90.25}),
        ("TREES", "I", 4800, {"ID": 3, "SORT": "Gravensteiner", "KILOS": None}),
        ("TREES", "D", 5272, {"ID": 3, "SORT": "Gravensteiner", "KILOS": None}),  # pkUpdateHandling=delete-insert
        ("TREES", "I", 5272, {"ID": 30, "SORT": "Gravensteiner", "KILOS": None}),
        ("CRATES", "I", 5480, {"ID": 7, "type": "wood"}),
        ("CRATES", "T", 5700, {}),
        ("TREES", "D", 5900, {"ID": 2, "SORT": None, "KILOS": 0.5}),
    )
    records = []
    for step, (table, operation, number, row) in enumerate(story):
        told = {
            "table": f"MEADOW.{table}", "op_type": operation, "op_ts": f"2024-06-01 03:00:{step * 7:02}.000000",
            "current_ts": f"2024-06-01T03:00:{step * 7:02}.080000", "pos": f"{number:020}",
        } | ({"primary_keys": ["ID"]} if table == "CRATES" and row else {}) | row  # fmt: skip
        text = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
        records.append(_record("meadow_ogg_json_row", 0, step, step, text))
    return records


def smithy() -> list[dict[str, object]]:
    """Tools as Confluent's Oracle CDC Source connector writes them: numbers as bytes, a schema around some, the row before an update."""
    saw: dict[str, object] = {"id": "S1", "NAME": "Saw 锯", "PRICE": "MDk=", "BOUGHT": 19875}
    axe: dict[str, object] = {"id": "A1", "NAME": None, "PRICE": "BOI=", "BOUGHT": None}
    decimal = "org.apache.kafka.connect.data.Decimal"
    columns = [
        {"type": "string", "field": "id"},
        {"type": "string", "optional": True, "field": "NAME"},
        {"type": "bytes", "name": decimal, "parameters": {"scale": "2"}, "field": "PRICE"},
        {"type": "int32", "name": "org.apache.kafka.connect.data.Date", "field": "BOUGHT"},
        *({"type": "string", "optional": True, "field": each} for each in ("table", "scn", "op_type")),
    ]
    cheaper = saw | {"PRICE": "Aw0="}
    story: tuple[tuple[str, dict[str, object], str | None], ...] = (
        ("R", saw, "S1"),
        ("R", axe, "A1"),
        ("U", cheaper | {"old": saw}, "S1"),
        ("I", {"id": "P1", "NAME": "Pick", "PRICE": "AA==", "BOUGHT": 19876}, "P1"),
        ("D", {"id": "P1", "NAME": "Pick", "PRICE": "AA==", "BOUGHT": 19876}, "P1"),
        ("U", cheaper | {"NAME": "Fretsaw", "old": cheaper}, "S1"),
        ("D", axe, "A1"),
        ("T", {}, None),
        ("I", saw | {"id": "S2"}, "S2"),
    )
    records = []
    for step, (operation, row, key) in enumerate(story):
        of_log = {"op_ts": str(START_MS + step * 7_000), "row_id": "AAAR9TAAHAAAACGAAA", "username": "SHOP"}
        told: dict[str, object] = row | {
            "table": "SMITHY.SHOP.TOOLS", "scn": str(2158719 + step), "op_type": operation,
            "current_ts": str(START_MS + step * 7_000 + 80),
        } | (dict.fromkeys(of_log) if operation == "R" else of_log)  # fmt: skip
        if step in (2, 3, 4):
            told = {"schema": {"type": "struct", "optional": False, "fields": columns}, "payload": told}
        record = _record(
            "SMITHY.SHOP.TOOLS", 0, step, step, json.dumps(told, ensure_ascii=False, separators=(",", ":"))
        )
        records.append(record | {"key": key and json.dumps(key)})
    return records


def _hlc(step: int) -> str:
    """A time on CockroachDB's clock: nanoseconds and a counter."""
    return f"{START_MS + step * 7_000}000000.0000000000"


def club() -> list[dict[str, object]]:
    """Members as Debezium writes them from MariaDB, with a topic for each table, one for statements and one for transactions.

    A member who gets another number leaves one partition and turns up in another; one message carries its schema.
    """
    ann = {"id": 1, "name": "Ann 安", "fee": "BLA=", "joined": 19875, "seen_at": "2024-06-01T03:00:00.000001Z"}
    ben = {"id": 2, "name": None, "fee": "AA==", "joined": None, "seen_at": "2024-06-01T03:00:07Z"}
    moved = ben | {"id": 20, "fee": "Aw0="}
    key = {"databaseName": "club"}
    sent = (
        ("members", 0, {"id": 1}, {}, _debezium(0, "r", "members", None, ann, snapshot="first")),
        ("members", 1, {"id": 2}, {}, _debezium(1, "c", "members", None, ben)),
        ("members", 0, {"id": 1}, {}, _debezium(2, "u", "members", ann, ann | {"score": 9.99, "name": "Ann"})),
        ("members", 1, {"id": 2}, {"__debezium.newkey": '{"id":20}'}, _debezium(3, "d", "members", ben, None)),
        ("members", 1, {"id": 2}, {"__debezium.newkey": '{"id":20}'}, None),
        ("members", 0, {"id": 20}, {"__debezium.oldkey": '{"id":2}'}, _debezium(3, "c", "members", None, moved)),
        ("", 0, key, {}, _debezium(4, None, "members", None, None, databaseName="club", schemaName=None, tableChanges=[],
                                   ddl="alter table members add column note varchar(20)")),
        ("members", 0, {"id": 20}, {}, _with_schema(_debezium(5, "u", "members", moved, moved | {"note": "née 🚀"}))),
        ("transaction", 0, {"id": "0-7-5"}, {}, {"status": "END", "id": "0-7-5", "event_count": 1, "data_collections": None,
                                               "ts_ms": START_MS}),
        ("members", 0, {"id": 1}, {}, _debezium(6, "d", "members", ann, None)),
        ("visits", 0, None, {}, _debezium(7, "c", "visits", None, {"door": "north", "n": 1})),
        ("visits", 0, None, {}, _debezium(8, "u", "visits", {"door": "north", "n": 1}, {"door": "north", "n": 2})),
        ("visits", 0, None, {}, _debezium(9, "t", "visits", None, None)),
        ("visits", 0, None, {}, _debezium(10, "c", "visits", None, {"door": "south", "n": 1})),
    )  # fmt: skip
    beat = _record("__debezium-heartbeat.club", 0, 0, 11, json.dumps({"ts_ms": START_MS}))
    return [*_placed("club", sent), beat | {"key": '{"serverName":"club"}'}]


def _debezium(
    step: int,
    op: str | None,
    table: str,
    before: dict | None,
    after: dict | None,
    snapshot: str = "false",
    **more: object,
) -> dict[str, object]:
    """A message of Debezium's without schema; without `op` one of its topic of statements."""
    at = START_MS + step * 7_000
    place = {"file": "mybin.000009", "pos": 1000 + step * 100, "row": 0}
    source = {
        "version": "3.5.0.Final",
        "connector": "mariadb",
        "name": "club",
        "ts_ms": at,
        "snapshot": snapshot,
        "db": "club",
    }
    source |= {"sequence": None, "table": table, "server_id": 7, "gtid": f"0-7-{step}"} | place
    if op is None:
        return {"source": source, "ts_ms": at + 80} | more
    return {"before": before, "after": after, "source": source, "transaction": None, "op": op, "ts_ms": at + 80} | more


def _with_schema(message: dict[str, object]) -> dict[str, object]:
    """The same as JsonConverter writes it with schemas.enable=true."""
    decimal = {
        "type": "bytes",
        "name": "org.apache.kafka.connect.data.Decimal",
        "parameters": {"scale": "2"},
        "field": "fee",
    }
    date = {"type": "int32", "name": "io.debezium.time.Date", "field": "joined"}
    row = [{"type": "int64", "field": "id"}, {"type": "string", "field": "name"}, decimal, date]
    fields = [{"type": "struct", "fields": row, "field": each} for each in ("before", "after")]
    return {"schema": {"type": "struct", "fields": fields}, "payload": message}


def chapel() -> list[dict[str, object]]:
    """Bells as events from PostgreSQL: a long text that an update does not repeat, a schema, a change of key, a truncate."""
    big = {"id": 1, "name": "Big Ben 钟", "tons": 13.70, "story": "long"}
    small, unsent = {"id": 2, "name": None, "tons": 0.5, "story": None}, {"story": "__debezium_unavailable_value"}
    heavier = big | unsent | {"tons": 13.75}
    wrapped = {"schema": {"type": "struct", "fields": []}, "payload": {"before": None, "after": heavier}}
    steps: tuple[tuple[str, dict, dict, dict, dict], ...] = (
        ("r", {"id": 1}, {}, {"before": None, "after": big}, {"iodebeziumsnapshot": "last"}),
        ("c", {"id": 2}, {}, {"before": None, "after": small}, {"iodebeziumtxid": "791:25056", "iodebeziumtxtotalorder": "1"}),
        ("u", {"id": 1}, {}, wrapped, {}),
        ("d", {"id": 2}, {"__debezium.newkey": '{"id":20}'}, {"before": {"id": 2, "name": None}, "after": None}, {}),
        ("c", {"id": 20}, {"__debezium.oldkey": '{"id":2}'}, {"before": None, "after": small | {"id": 20}}, {}),
        ("t", {}, {}, {"before": None, "after": None}, {}),
        ("c", {"id": 3}, {}, {"before": None, "after": {"id": 3, "name": "Olav", "tons": 1.5, "story": "x"}}, {}),
        ("d", {"id": 3}, {}, {"before": {"id": 3, "name": None}, "after": None}, {}),
    )  # fmt: skip
    events = [
        ("bells", 0, key or None, headers, _event(step, op, data, more))
        for step, (op, key, headers, data, more) in enumerate(steps)
    ]
    return _placed("chapel.public", [*events, ("bells", 0, {"id": 3}, {}, None)])


def _event(step: int, op: str, data: dict[str, object], more: dict[str, object]) -> dict[str, object]:
    """What Debezium's CloudEventsConverter writes of a change."""
    at, place = START_MS + step * 7_000, str(25000 + step * 56)
    return {
        "id": f"name:chapel;lsn:{place};txId:79{step}", "source": "/debezium/postgresql/chapel", "specversion": "1.0",
        "type": "io.debezium.connector.postgresql.DataChangeEvent", "time": f"2024-06-01T03:00:{step * 7:02}.000Z",
        "datacontenttype": "application/json", "iodebeziumop": op, "iodebeziumversion": "3.5.0.Final",
        "iodebeziumconnector": "postgresql", "iodebeziumname": "chapel", "iodebeziumtsms": str(at),
        "iodebeziumsnapshot": "false", "iodebeziumdb": "chapel", "iodebeziumsequence": f'["24000","{place}"]',
        "iodebeziumschema": "public", "iodebeziumtable": "bells", "iodebeziumtxId": f"79{step}", "iodebeziumlsn": place,
        "iodebeziumxmin": None, "iodebeziumtxid": None, "iodebeziumtxtotalorder": None,
    } | more | {"data": data}  # fmt: skip


def bar() -> list[dict[str, object]]:
    """Drinks as Debezium's ExtractNewRecordState leaves them, from PostgreSQL: an update does not repeat the long recipe."""
    tea = {"id": 1, "name": "Tea 茶", "price": 4.50, "recipe": "long"}
    unsent = {"recipe": "__debezium_unavailable_value"}
    steps = (
        ("r", {"id": 1}, {}, tea),
        ("u", {"id": 1}, {}, tea | unsent | {"price": 5.00}),
        ("c", {"id": 2}, {}, {"id": 2, "name": None, "price": None, "recipe": None}),
        ("d", {"id": 1}, {"__debezium.newkey": '{"id":11}'}, {"id": 1, "name": None, "price": 0, "recipe": None}),
        ("c", {"id": 11}, {"__debezium.oldkey": '{"id":1}'}, tea | unsent | {"id": 11, "price": 5.00}),
        ("d", {"id": 2}, {}, {"id": 2, "name": None, "price": 0, "recipe": None}),
    )
    return _placed("bar.public", [
        ("drinks", 0, key, headers, row | {
            "__deleted": str(op == "d").lower(), "__op": op, "__table": "drinks", "__lsn": 5000 + step * 100,
            "__source_ts_ms": START_MS + step * 7_000,
        })
        for step, (op, key, headers, row) in enumerate(steps)
    ])  # fmt: skip


def fair() -> list[dict[str, object]]:
    """The stands of a fair in MongoDB as Debezium writes them: a snapshot, updates with their document and without, a heartbeat, a transaction."""
    ids = ["665aa0f07dc36a464e76e583", "665aa0f17dc36a464e76e584"]
    sweets = (
        '{"_id": {"$oid": "'
        + ids[0]
        + '"}, "name": "Sweets 茶", "rent": {"$numberDecimal": "120.50"}, "size": 21.50, "place": {"row": 3, "tags": ["a"]}, '
    )
    sweets += '"since": {"$date": 1717210842250}, "logo": {"$binary": "AP8=", "$type": "00"}, "seen": {"$numberLong": "9007199254740993"}}'
    toys = '{"_id": {"$oid": "' + ids[1] + '"}, "name": "50667", "rent": null, "open": true}'
    patch = {
        "updatedFields": '{"place.row": 4, "place.tags.1": "b", "name": "Sweets"}',
        "removedFields": ["logo"],
        "truncatedArrays": None,
    }
    whole = {"updatedFields": '{"open": false}', "removedFields": None, "truncatedArrays": None}
    story: tuple[tuple[str, int | None, dict[str, object]], ...] = (
        ("r", 0, {"after": sweets}),
        ("c", 1, {"after": toys}),
        ("u", 0, {"after": None, "updateDescription": patch}),
        ("u", 1, {"after": toys.replace("true", "false"), "updateDescription": whole}),
        ("d", 1, {"after": None}),
        ("", 1, {}),
        ("heartbeat", None, {}),
        ("status", None, {"status": "BEGIN", "id": "t1", "event_count": None, "data_collections": None}),
    )
    sent: list[tuple] = []
    for step, (op, stand, members) in enumerate(story):
        at = START_MS + step * 7_000
        key = None if stand is None else {"id": '{"$oid": "' + ids[stand] + '"}'}
        source = {
            "version": "3.5.0.Final",
            "connector": "mongodb",
            "name": "fair",
            "ts_ms": at // 1000 * 1000,
            "snapshot": str(op == "r").lower(),
        }
        source |= {
            "db": "fair",
            "sequence": None,
            "collection": "stands",
            "ord": step + 1,
            "lsid": None,
            "txnNumber": None,
        }
        if op == "heartbeat":
            sent.append(("heartbeat", 0, {"serverName": "fair"}, {}, {"ts_ms": at + 80}))
        elif op == "status":
            sent.append(("transaction", 0, {"id": "t1"}, {}, members | {"ts_ms": at + 80}))
        else:
            message = {
                "before": None,
                "updateDescription": None,
                "source": source,
                "op": op,
                "ts_ms": at + 80,
                "transaction": None,
            } | members
            sent.append(("fair.stands", 0, key, {}, message if op else None))
    return _placed("fair", sent)


def ride() -> list[dict[str, object]]:
    """The rides of the fair as ExtractNewDocumentState leaves them: a snapshot, an update, a delete with the document before it, a heartbeat."""
    ids = ["665aa0f27dc36a464e76e585", "665aa0f37dc36a464e76e586"]
    wheel: dict[str, object] = {
        "_id": ids[0], "name": "Wheel 轮", "fare": "4.50", "height": 21.50, "opened": 1717210842250, "plate": "AP8=",
        "riders": 9007199254740993, "place": {"row": 3, "tags": ["a"]}, "checked": None,
    }  # fmt: skip
    swing: dict[str, object] = {"_id": ids[1], "name": "50667", "fare": None, "open": True}
    story: tuple[tuple[str, int, dict[str, object]], ...] = (
        ("r", 0, wheel), ("c", 1, swing), ("u", 0, wheel | {"fare": "5.00", "checked": True}), ("d", 1, swing), ("", 1, {}), ("heartbeat", 0, {}),
    )  # fmt: skip
    sent: list[tuple] = []
    for step, (op, number, document) in enumerate(story):
        at = START_MS + step * 7_000
        added = {
            "__deleted": op == "d", "__op": op, "__source_ts_ms": at // 1000 * 1000, "__source_ord": step + 1, "__source_db": "fair",
            "__source_collection": "rides", "__source_snapshot": str(op == "r").lower(), "__updateDescription_removedFields": None,
            "__ts_ms": at + 80,
        }  # fmt: skip
        if op == "heartbeat":
            sent.append(("heartbeat", 0, {"serverName": "ride"}, {}, {"ts_ms": at + 80}))
        else:
            sent.append(("fair.rides", 0, {"id": ids[number]}, {}, document | added if op else None))
    return _placed("ride", sent)


def vine() -> list[dict[str, object]]:
    """The wines of a vineyard in PostgreSQL as wal2json writes them: rows one by one (format version 2), and whole transactions (version 1)."""
    types = {
        "id": "integer",
        "name": "character varying(40)",
        "price": "numeric(22,2)",
        "open": "boolean",
        "label": "bytea",
        "seen": "timestamp with time zone",
    }
    red = {
        "id": 1,
        "name": "Rot 茶",
        "price": "PRICE",
        "open": True,
        "label": "00ff",
        "seen": "2024-06-01 05:00:42.25+02",
    }
    white = {"id": 2, "name": None, "price": 0.5, "open": False, "label": "", "seen": None}

    def columns(row: dict[str, object]) -> list[dict[str, object]]:
        return [{"name": name, "type": types[name], "value": value} for name, value in row.items()]

    def lists(name: str, row: dict[str, object]) -> dict[str, object]:
        return {
            f"{name}names": list(row),
            f"{name}types": [types[each] for each in row],
            f"{name}values": list(row.values()),
        }

    of_table: dict[str, object] = {"schema": "public", "table": "wines"}
    pk = {"pk": [{"name": "id", "type": "integer"}]}
    pks = {"pk": {"pknames": ["id"], "pktypes": ["integer"]}}
    story: tuple[dict[str, object], ...] = (
        {"action": "B"},
        {"action": "I", **of_table, "columns": columns(red), **pk},
        {"action": "U", **of_table, "columns": columns(red | {"id": 3}), "identity": columns({"id": 1}), **pk},
        {"action": "C"},
        {"change": [
            {"kind": "insert", **of_table, **lists("column", white), **pks},
            {"kind": "update", **of_table, **lists("column", white | {"name": "Weiß"}), "oldkeys": lists("key", {"id": 2}), **pks},
            {"kind": "delete", **of_table, "oldkeys": lists("key", {"id": 2}), **pks},
            {"kind": "message", "transactional": True, "prefix": "vine", "content": "harvest"},
        ]},
        {"change": []},
        {"action": "M", "transactional": False, "prefix": "vine", "content": "harvest"},
        {"action": "T", "schema": "public", "table": "old_wines"},
        {"action": "U", **of_table, "columns": columns({"id": 3, "open": False}), "identity": columns({"id": 3}), **pk},
        {"action": "D", **of_table, "identity": columns({"id": 9}), **pk},
    )  # fmt: skip
    sent = []
    for step, message in enumerate(story):
        at = f"2024-06-01 11:{step // 60:02}:{step % 60:02}.25+08"
        place = {"nextlsn": f"0/16A{step}0D8"} if "change" in message else {"lsn": f"0/16A{step}0D8"}
        text = json.dumps(
            {"xid": 735 + step, "timestamp": at} | place | message, ensure_ascii=False, separators=(",", ":")
        )
        sent.append(_record("vine", 0, step, step, text.replace('"PRICE"', "12345678901234567890.50")))
    return sent


def stall(form: str = "envelope") -> list[dict[str, object]]:
    """Papers as OceanBase's OMS writes them in its Debezium kinds: the key is declared, a long text that did not change is NULL.

    `form` is envelope, flatten (no payload around it) or smt (the row alone).
    """
    database = {"envelope": "stall", "flatten": "arcade", "smt": "bazaar"}[form]
    paper = {"id": 1, "name": "Post", "price": 1.50, "page": "text"}
    steps = (
        ("c", None, paper),
        ("u", paper | {"page": None}, paper | {"price": 1.80, "page": None}),
        ("u", paper | {"page": None}, paper | {"id": 2, "page": None}),
        ("HEARTBEAT", None, None),
        ("c", None, paper | {"id": 3, "name": None}),
        ("d", paper | {"id": 3, "name": None}, None),
    )
    sent = []
    for step, (op, before, after) in enumerate(steps):
        at = START_MS + step * 7_000
        source = {
            "version": "",
            "connector": "OB_MYSQL",
            "name": "OMS",
            "ts_ms": at,
            "db": database,
            "table": "papers",
            "pos": f"{step}@171",
        }
        payload = {"op": op, "source": source, "before": before, "after": after, "ts_ms": at + 80}
        payload = {name: value for name, value in payload.items() if value is not None}
        if form == "smt" and op != "HEARTBEAT":
            sent.append(("papers", 0, None, {}, (after or before) | {"__deleted": str(op == "d").lower()}))
        elif form != "smt":
            sent.append(("oms", 0, None, {}, {"payload": payload} if form == "envelope" else payload))
    return _placed(database, sent)


def _placed(prefix: str, sent: Iterable[tuple]) -> list[dict[str, object]]:
    """Records of topics that begin with a prefix, from (topic, partition, key, headers, message), in order."""
    offsets: dict[tuple[str, int], int] = {}
    records = []
    for step, (name, partition, key, headers, message) in enumerate(sent):
        topic = f"{prefix}.{name}" if name else prefix
        offset = offsets.get((topic, partition), 0)
        offsets[topic, partition] = offset + 1
        payload = None if message is None else json.dumps(message, ensure_ascii=False, separators=(",", ":"))
        record = _record(topic, partition, offset, step, payload)
        record["key"] = None if key is None else json.dumps(key, separators=(",", ":"))
        if headers:
            record["headers"] = [text for pair in headers.items() for text in pair]
        records.append(record)
    return records


def main() -> None:
    """Writes every capture as JSON lines."""
    CAPTURES.mkdir(exist_ok=True)
    for name, records in captures().items():
        lines = [json.dumps(record, ensure_ascii=False) for record in records]
        (CAPTURES / f"{name}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
