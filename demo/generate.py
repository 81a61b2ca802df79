"""Writes the demo captures: what synchronisation services would send for small databases, one Kafka record a line as `kcat -J` prints it.

Run `python demo/generate.py` after a change; the captures are committed, and a test checks that they are up to date.
"""

from __future__ import annotations

import json
from pathlib import Path

CAPTURES = Path(__file__).parent / "captures"
TOPIC = "shop_canal"
START_MS = 1_717_210_800_000  # 2024-06-01 11:00:00 in Shanghai

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
        "post_dts_canal": post(),
        "voices_oms_canal": voices(),
        "depot_drs_json_schema": depot(),
        "carts_drs_mongo": carts(),
        "kiosk_maxwell": kiosk(),
    }


def erp() -> list[dict[str, object]]:
    """The stock of a warehouse as Huawei DRS writes it (JSON): a topic for each table, statements in one of the database."""
    types = {"sku": "varchar", "on_hand": "int", "weight": "double", "photo": "blob", "counted_at": "timestamp"}
    tea = ["T-1", "40", "1.25E7", "[-119, 80, 78, 71]", "1717210800.250"]
    mug = ["M-7", "3", "350.0", "[]", "1717210800.000"]
    old = ["X-0", "0", "0.5", None, "0.000"]
    stock = [  # topic, id, type, data, old
        ("erp", None, "INIT_DDL", "create table stock (sku varchar(20) primary key, on_hand int, ...)", None),
        ("erp-stock", None, "INIT", [tea, mug, old], None),
        ("erp-stock", 5121, "UPDATE", [[*tea[:1], "38", *tea[2:4], "1717210842.201"]], [tea]),
        ("erp-stock", 5122, "UPDATE", [["M-8", *mug[1:]]], [mug]),  # a key change
        ("erp-stock", 5123, "DELETE", None, [old]),
        ("erp-stock", 5124, "INSERT", [["B&B <2>", "-1", "-0.0", None, None]], None),
        ("erp", 5125, "DDL", "alter table stock add column bay int", None),
    ]
    offsets = {"erp": 0, "erp-stock": 0}
    records = []
    for step, (topic, number, kind, content, before) in enumerate(stock):
        at = START_MS + step * 7_000
        is_ddl = kind.endswith("DDL")
        message = {
            "mysqlType": None if is_ddl else types,
            "id": number,
            "es": at,
            "ts": at + 310,
            "database": "erp01",
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


def depot() -> list[dict[str, object]]:
    """The bins of a depot as Huawei DRS writes them from PostgreSQL: a bin that gets another name, and a large value that did not change."""
    types = {"bin": "character varying", "is_open": "boolean", "label": "bytea", "temp": "numrange",
             "seen": "timestamp with time zone"}  # fmt: skip
    tea = {"bin": "A-1", "is_open": "true", "label": "00ff", "temp": "[11.5,20)", "seen": "2024-06-01 11:00:00.25+08"}
    mug = {"bin": "B-2", "is_open": "false", "label": "", "temp": "empty", "seen": None}
    moved = tea | {"bin": "A-9", "is_open": "false"}
    return [
        _record("depot_bins", 0, step, step, json.dumps({
            "columnType": types, "dbType": "PostgreSQL", "schema": "store", "opType": kind, "id": number,
            "es": START_MS + step * 7_000, "ts": START_MS + step * 7_000 + 80, "database": "depot", "table": "bins",
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
        ("UPDATE", "replace", two + ', "state": "paid", "total": NumberDecimal("25.00")}', two + "}"),
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


def _family(step: int, database: str, table: str, types: dict[str, str], keys: list[str], **fields: object) -> str:
    """A row message of Canal's family."""
    at = START_MS + step * 7_000
    names = {"database": database, "table": table, "pkNames": keys, "mysqlType": types, "isDdl": False, "sql": ""}
    return json.dumps(
        {"old": None, "es": at, "ts": at + 80} | names | fields, ensure_ascii=False, separators=(",", ":")
    )


def _record(topic: str, partition: int, offset: int, step: int, payload: str) -> dict[str, object]:
    at = START_MS + step * 7_000 + 120
    place = {"topic": topic, "partition": partition, "offset": offset}
    return place | {"tstype": "create", "ts": at, "key": None, "payload": payload}


def main() -> None:
    """Writes every capture as JSON lines."""
    CAPTURES.mkdir(exist_ok=True)
    for name, records in captures().items():
        lines = [json.dumps(record, ensure_ascii=False) for record in records]
        (CAPTURES / f"{name}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
