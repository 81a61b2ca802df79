import sys, json, re
import registry_messages as r
from loader import messages, schemas
from pipeline import Pipeline, REPO
import yaml
import os
DS = os.environ.get("DS", "debezium_avro debezium_flat_avro ogg_avro ticdc_avro").split()
def test_all(pipeline):
    p = pipeline; p.clear()
    p.declare_as_shipped()
    p.build(models=["+changefeed_feed_settings"])
    for d in DS:
        t = yaml.safe_load(open(REPO / f"models/staging/{d}/_{d}__unit_tests.yml"))["unit_tests"][0]
        sql = (REPO / f"tests/fixtures/{d}_rules.sql").read_text()
        p.spark.sql("drop table if exists messages")
        messages.create_tables(p.spark, p.folder)
        p.spark.sql(f"insert into messages (topic, topic_incarnation, partition, offset, batch_id, kafka_at, landed_at, headers, key, value) select topic, topic_incarnation, partition, offset, batch_id, kafka_at, landed_at, headers, key, value from ({sql})")
        settings = t["given"][0]["rows"]
        p.spark.sql("create or replace temp view settings_of_unit as " + settings)
        (node,) = p.dbt("compile", "--inline", "{{ changefeed.staged_changes('" + d + "') }}").values()
        s = node.node.compiled_code
        print("LEN", d, len(s))
        name = re.search(r"`?changefeed_test\w*`?\.`?feed_settings`?", s)
        s = s.replace(name[0], "settings_of_unit") if name else s
        cols = "offset, step, operation, reason, source_database, source_schema, source_table, row_key, before, after, is_partial, column_types, source_sequence, source_at, detail"
        for row in p.spark.sql(f"select {cols} from ({s}) order by offset, step").collect():
            print("ROW", d, json.dumps(row.asDict(), default=str, ensure_ascii=False))
    for d in ("debezium", "debezium_flat", "ogg", "maxwell", "aws_dms", "dts_avro", "canal"):
        (node,) = p.dbt("compile", "--inline", "{{ changefeed.staged_changes('" + d + "') }}").values()
        print("LEN", d, len(node.node.compiled_code))
        (REPO / "..").joinpath("x"); open(f"/tmp/s/view_{d}.sql", "w").write(node.node.compiled_code)
