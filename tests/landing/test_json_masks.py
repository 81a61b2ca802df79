"""JSON messages are written anew: masked values are exchanged, and every other byte is the same."""

from __future__ import annotations

import hashlib
import hmac
import json
import random
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from changefeed.errors import ChangefeedError
from changefeed.loader import landing_masks
from changefeed.loader.json_documents import Document, NotJson
from changefeed.loader.masked_messages import MARK, Masking, mark_of, without_literals
from changefeed.loader.masked_texts import masked
from changefeed.project import seeds
from pipeline import REPO, canal

pytestmark = pytest.mark.fast
KEY = "a key of more than sixteen bytes"


def hashed(text: str) -> str:
    return hmac.new(KEY.encode(), text.encode(), hashlib.sha256).hexdigest()


class Project:
    """A project with one feed f, whose topic is t."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in ("macros", "dbt_project.yml", "profiles.yml", "models"):
            (folder / name).symlink_to(REPO / name)
        shutil.copytree(REPO / "seeds", folder / "seeds")
        for seed in seeds.SEEDS:
            file = folder / "seeds" / f"{seed}.csv"
            file.write_text(file.read_text().splitlines()[0] + "\n")

    def masking(self, dialect: str, *lines: str, options: str = "", keys: str = "", types: str = "") -> Masking:
        """The masks of lines `table,column,action`."""
        header = (self.folder / "seeds" / f"{seeds.FEEDS}.csv").read_text().splitlines()[0].split(",")
        feed = {"feed": "f", "dialect": dialect, "topics": "t", "options": options}
        self._write(seeds.FEEDS, ",".join(feed.get(name, "") for name in header))
        self._write(seeds.SEEDS[1], *([f"f,,,{keys}"] if keys else []))
        self._write(seeds.SEEDS[2], *([f"f,,,{types}"] if types else []))
        text = "feed,source_database,source_schema,source_table,column_name,action,place\n"
        (self.folder / "seeds" / f"{seeds.MASKS}.csv").write_text(
            text + "".join(f"f,,,{line},landing\n" for line in lines)
        )
        found = landing_masks.declared(self.folder)
        assert found is not None
        return found

    def _write(self, seed: str, *lines: str) -> None:
        file = self.folder / "seeds" / f"{seed}.csv"
        file.write_text("\n".join([file.read_text().splitlines()[0], *lines]) + "\n")


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    monkeypatch.setenv("CHANGEFEED_MASK_KEY", KEY)
    monkeypatch.delenv("CHANGEFEED_MASK_KEY_FILE", raising=False)
    return Project(tmp_path)


def value_of(masking: Masking, value: str, key: str | None = None) -> str:
    _, written, _ = masking.written("t", None if key is None else key.encode(), value.encode(), [])
    assert written is not None
    return written.decode()


# -- documents


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "{", "}", "nul", "nulls", "[1,]", "{,}", '{"a":1,}', "{'a':1}", '{"a" 1}', "01", "1.", ".5",
         "+1", "-", "1e",
        '"a', '"\\x"', '"\\u12g4"', '"\t"', "[1] 2", '{"a":1}{', "NaN", "Infinity", "[1 2]", "// c", "{a:1}",
         "\ufeff{}",
        'ObjectId("a")', "[" * 300 + "]" * 300,
    ],
)  # fmt: skip
def test_what_is_not_one_whole_document_is_refused_without_quoting_it(text: str) -> None:
    with pytest.raises(NotJson, match=r"^it is (not one whole JSON document \(character \d+\)|nested more than)"):
        Document(text)


def test_every_byte_is_copied_but_what_is_exchanged() -> None:
    text = ' {"a" : 1.50e+3 ,\n"b":[ "\\u00e9\\/", -0 , true,{}],"c":{"a":12345678901234567890.10},"a":2}\t'
    document = Document(text)
    assert document.written() == text
    document.exchange(document.root.members[0][1], '"x"')
    assert document.written() == text.replace("1.50e+3", '"x"')
    assert document.compact(Document(text).root) == (
        '{"a":1.50e+3,"b":["é/",-0,true,{}],"c":{"a":12345678901234567890.10},"a":2}'
    )


def test_drawn_documents_are_read_as_another_reader_reads_them() -> None:
    draw = random.Random(5)
    alphabet = ["{", "}", "[", "]", ",", ":", '"a"', '"\\n"', '"', "1", "-2.5e3", "true", "null", " ", "0", "\\", "é"]
    accepted = 0
    for _ in range(60_000):
        text = "".join(draw.choice(alphabet) for _ in range(draw.randrange(1, 9)))
        try:
            expected: Any = json.loads(text)
        except ValueError:
            with pytest.raises(NotJson):
                Document(text)
            continue
        accepted += 1
        assert json.loads(Document(text).written()) == expected
        assert json.loads(Document(text).compact(Document(text).root)) == expected
    assert accepted > 500


def test_the_mongodb_shell_is_read_where_it_is_written() -> None:
    text = '{"_id": ObjectId("5f0"), "at": ISODate("2024-06-01T00:00:00Z"), "n": NumberLong(5), '
    text += '"x": [NaN, Timestamp(1, 2)]}'
    document = Document(text, is_shell=True)
    assert document.written() == text
    assert [node.kind for _, node in document.root.members] == ["shell", "shell", "shell", "array"]


# -- shapes

OPEN_KEY = b'{"ts":1,"scm":"d","tbl":"people","t":1}'


@pytest.mark.parametrize(
    ("dialect", "value", "changed"),
    [
        ("canal", '{"data":[{"id":"1","email":"a@x.y"}],"old":[{"email":"b@x.y"}],"table":"people",'
                  '"type":"UPDATE","isDdl":false,'
                  '"sql":"","mysqlType":{"email":"varchar(9)"},"database":"d","id":7}', ["a@x.y", "b@x.y"]),
        ("debezium", '{"schema":{"fields":[{"field":"email","default":"b@x.y","type":"string"}]},'
                     '"payload":{"before":null,'
                     '"after":{"email":"a@x.y"},"source":{"table":"people","query":"insert b@x.y"},"op":"c"}}',
                      ["a@x.y"]),
        ("debezium_flat", '{"id":1,"email":"a@x.y","__table":"people","__op":"c"}', ["a@x.y"]),
        ("debezium_flat", '{"schema":{"fields":[]},"payload":{"id":1,"email":"a@x.y","__table":"people"}}', ["a@x.y"]),
        ("debezium_mongodb", '{"after":"{\\"email\\": \\"a@x.y\\", \\"n\\": 1.50}",'
                             '"source":{"collection":"people"},"op":"c"}', []),
        ("debezium_mongodb_flat", '{"_id":"1","__updateDescription_updatedFields":"{\\"email\\": \\"a@x.y\\"}"}', []),
        ("drs_mongo", '{"op":"INSERT","coll":"people","value":"{\\"_id\\": ObjectId(\\"5f\\"),'
                      ' \\"email\\": \\"a@x.y\\"}"}', []),
        ("maxwell", '{"table":"people","type":"insert","data":{"email":"a@x.y"},"primary_key_columns":["email"],'
                    '"primary_key":["a@x.y"],"query":"insert into people values (\'b@x.y\')"}', ["a@x.y"]),
        ("pg_logical", '{"action":"U","table":"people","columns":[{"name":"email","type":"text","value":"a@x.y"}],'
                       '"identity":[{"name":"email","type":"text","value":"b@x.y"}]}', ["a@x.y", "b@x.y"]),
        ("pg_logical", '{"change":[{"kind":"update","table":"people","columnnames":["id","email"],'
                       '"columnvalues":[1,"a@x.y"],'
                       '"oldkeys":{"keynames":["email"],"keyvalues":["b@x.y"]}}]}', ["a@x.y", "b@x.y"]),
        ("oms_default", '{"prevStruct":null,"postStruct":{"email":"a@x.y",'
                        '"__light_type":{"email":{"schemaType":"TEXT"}}},'
                        '"allMetaData":{"table_name":"people"},"recordType":"ROW"}', ["a@x.y"]),
        ("dataworks", '{"schema":{"dataColumn":[{"name":"email","type":"STRING"}],"source":{"tableName":"people"}},'
                      '"payload":{"after":{"dataColumn":{"email":"a@x.y"}},"op":"INSERT","ddl":null}}', ["a@x.y"]),
        ("canal", '{"data":[{"email":"a@x.y"}],"table":"people","isDdl":false,"type":"INSERT",'
                  '"later":{"deep":[{"EMAIL":"b@x.y"}]},'
                  '"text":"{\\"email\\":\\"c@x.y\\"}"}', ["a@x.y", "b@x.y"]),
    ],
)  # fmt: skip
def test_a_value_is_exchanged_wherever_a_dialect_has_it(
    project: Project, dialect: str, value: str, changed: list[str]
) -> None:
    options = ("deletes=marked" if "flat" in dialect else "") + (
        " updates=partial" if "mongodb_flat" in dialect else ""
    )
    masking = project.masking(dialect, "people,email,hash", options=options)
    written = value_of(masking, value)
    assert json.loads(written)
    assert not re.search("[abc]@x.y", written)
    assert all(hashed(text) in written for text in changed)
    expected = value
    for text in changed:
        expected = expected.replace(f'"{text}"', f'"{hashed(text)}"')
    if "x.y" not in expected:
        assert written == expected  # every other byte


def test_frames_of_the_open_protocol_keep_their_form(project: Project) -> None:
    def framed(*texts: bytes) -> bytes:
        return b"".join(len(text).to_bytes(8, "big") + text for text in texts)

    masking = project.masking("ticdc_open", "people,email,hash")
    value = b'{"u":{"email":{"t":15,"f":64,"v":"a@x.y"},"n":{"t":5,"v":1.50}}}'
    key = (1).to_bytes(8, "big") + framed(OPEN_KEY, OPEN_KEY)
    new_key, written, _ = masking.written("t", key, framed(value, value), [])
    assert new_key == key
    assert written == framed(*[value.replace(b"a@x.y", hashed("a@x.y").encode())] * 2)
    _, cut_off, _ = masking.written("t", key, framed(value, value)[:-1], [])
    assert cut_off is not None
    assert cut_off.startswith(b"changefeed: left out at landing, because its frames are not those of the Open Protocol")


def test_other_tables_are_left_alone_and_a_table_without_a_name_is_not(project: Project) -> None:
    masking = project.masking("canal", "people,email,null")
    message = '{"data":[{"email":"a@x.y"}],"table":"%s","isDdl":false,"type":"INSERT"}'
    assert value_of(masking, message % "cities") == message % "cities"
    for table in ("people", "PEOPLE", "`people`", "d.people", "_people_gho", ""):
        assert '"email":null' in value_of(masking, message % table), table
    flat = project.masking("debezium_flat", "people,email,null", options="deletes=marked")
    assert value_of(flat, '{"email":"a@x.y"}') == '{"email":null}'
    assert value_of(flat, '{"email":"a@x.y","table":"cities"}') == '{"email":null,"table":"cities"}'
    assert value_of(flat, '{"email":"a@x.y","__table":"cities"}') == '{"email":"a@x.y","__table":"cities"}'


def test_facts_of_the_envelope_are_no_columns(project: Project) -> None:
    masking = project.masking("canal", ",*,hash")
    message = canal("INSERT", [{"id": "1"}], table="people", mysqlType={"id": "bigint"})
    written = json.loads(value_of(masking, message))
    assert written["data"] == [{"id": hashed("1")}]
    assert {name: each for name, each in written.items() if name != "data"} == {
        name: each for name, each in json.loads(message).items() if name != "data"
    }


def test_each_action_makes_json_of_the_same_kind_or_a_text(project: Project) -> None:
    masking = project.masking(
        "maxwell", ",a,keep_last:2", ",b,keep_first:1", ",c,generalize:1000", ",d,generalize:year", ",e,drop", ",f,hash"
    )
    row = '{"a":13812345678,"b":"çx","c":42999.50,"d":"1980-05-06 07:08:09","e":[1],"f":{"x": 1.0},"g":null}'
    assert value_of(masking, '{"table":"t","data":' + row + "}") == (
        '{"table":"t","data":{"a":"*********78","b":"ç*","c":42000,"d":"1980-01-01 00:00:00","e":null,'
        f'"f":"{hashed("{" + chr(34) + "x" + chr(34) + ":1.0}")}","g":null}}}}'
    )
    again = value_of(masking, value_of(masking, '{"table":"t","data":{"a":"123","c":"1999","d":"1980-05-06"}}'))
    assert again == '{"table":"t","data":{"a":"*23","c":"1000","d":"1980-01-01"}}'


def test_a_number_has_one_hash_if_its_type_is_known(project: Project) -> None:
    message = '{"data":[{"id":"5.0"}],"table":"people","isDdl":false,"type":"INSERT","mysqlType":{"id":"%s"}}'
    masking = project.masking("canal", ",id,hash")
    assert hashed("5") in value_of(masking, message % "decimal(9,1)")
    assert hashed("5.0") in value_of(masking, message % "varchar(9)")
    declared = project.masking("maxwell", ",id,hash", types="people,id,decimal")
    assert hashed("5") in value_of(declared, '{"table":"people","data":{"id":5.0}}')
    assert hashed("5.0") in value_of(declared, '{"table":"others","data":{"id":5.0}}')


@pytest.mark.parametrize(
    ("options", "placeholder"),
    [("", "__debezium_unavailable_value"), ("", "X19kZWJleml1bV91bmF2YWlsYWJsZV92YWx1ZQ=="),
     ("unavailable=not_there", "not_there")],
)  # fmt: skip
def test_what_stands_for_a_value_that_was_not_sent_stays(project: Project, options: str, placeholder: str) -> None:
    masking = project.masking("debezium", ",*,hash", options=options)
    message = f'{{"before":null,"after":{{"page":"{placeholder}"}},"source":{{"table":"people"}},"op":"u"}}'
    assert value_of(masking, message) == message


# -- statements


@pytest.mark.parametrize(
    ("statement", "left"),
    [
        ("alter table people add email varchar(9) default 'a@x.y'",
         "alter table people add email varchar(9) default NULL"),
        ("ALTER TABLE people ADD `email` enum('a','b') COMMENT 'as a@x.y', add city text default 'Ulm'",
         "ALTER TABLE people ADD `email` enum('a','b') COMMENT '', add city text default 'Ulm'"),
        ("alter table people add email_2 text default 'ok'", "alter table people add email_2 text default 'ok'"),
        ("alter table people add email text default ('a' || 'b') comment 'it''s a@x.y'",
         "alter table people add email text default NULL comment ''"),
    ],
)  # fmt: skip
def test_literals_behind_a_masked_column_are_emptied(statement: str, left: str) -> None:
    assert without_literals(statement, "email") == left


def test_a_statement_that_is_no_ddl_lands_without_its_text(project: Project) -> None:
    masking = project.masking("canal", "people,email,hash")
    for sql in ("update people set email = 'a@x.y'", "/* alter */ insert into t values ('a@x.y')"):
        assert '"sql": ""' in value_of(masking, canal("QUERY", None, table="people", sql=sql))
    ddl = canal("ALTER", None, table="people", isDdl=True, sql="-- new\nalter table people add n int")
    assert value_of(masking, ddl) == ddl


# -- keys and headers


@pytest.mark.parametrize(
    ("dialect", "key", "expected"),
    [
        ("debezium", '{"id":1,"email":"a@x.y"}', '{"id":1,"email":"%s"}'),
        ("debezium", '{"schema":{"fields":[]},"payload":{"email":"a@x.y"}}', '{"schema":{"fields":[]},'
                     '"payload":{"email":"%s"}}'),
        ("maxwell", '{"database":"d","table":"people","pk.email":"a@x.y"}', '{"database":"d","table":"people",'
                    '"pk.email":"%s"}'),
        ("maxwell", '["d","people",[{"email":"a@x.y"}]]', None),
        ("canal", "a@x.y", "%s"),
        ("confluent_oracle_cdc", '"a@x.y"', '"%s"'),
        ("cockroachdb", '["a@x.y"]', '["%s"]'),
    ],
)  # fmt: skip
def test_a_masked_key_stays_a_key(project: Project, dialect: str, key: str, expected: str | None) -> None:
    masking = project.masking(dialect, ",email,hash")
    written, value, headers = masking.written("t", key.encode(), None, [("__debezium.newkey", key.encode())])
    assert value is None
    assert written is not None
    assert b"@" not in written
    if expected:
        assert written.decode() == expected % hashed("a@x.y")
    assert masking.written("t", key.encode(), None, [])[0] == written
    assert b"@" not in b"".join(text or b"" for name, text in headers if name == "__debezium.newkey" and key[0] in "{[")


def test_the_key_of_a_document_is_that_of_its_message(project: Project) -> None:
    masking = project.masking("debezium_mongodb", ",_id,hash")
    digits = "665aa0f07dc36a464e76e583"
    key, value, _ = masking.written(
        "t", b'{"id":"{\\"$oid\\": \\"%s\\"}"}' % digits.encode(),
        b'{"after":"{\\"_id\\": {\\"$oid\\": \\"%s\\"}}","op":"c"}' % digits.encode(), [],
    )  # fmt: skip
    assert key == b'{"id":"\\"%s\\""}' % hashed(digits).encode()
    assert value == b'{"after":"{\\"_id\\": \\"%s\\"}","op":"c"}' % hashed(digits).encode()


def test_headers_of_services_stay_and_others_lose_their_value(project: Project) -> None:
    masking = project.masking("debezium_flat", ",email,hash", options="deletes=marked headers_prefix=x_")
    given = [("__op", b"c"), ("x_table", b"people"), ("user", b"a@x.y"), ("__email", b"a"), ("none", None),
             ("ce_id", b"7"), ("__debezium.oldkey", b'{"email":"a@x.y","n":1.0}'), ("list", b'["a@x.y"')]  # fmt: skip
    _, _, headers = masking.written("t", None, b"{}", given)
    assert [*headers][:-1] == [
        ("__op", b"c"), ("x_table", b"people"), ("user", None), ("__email", b"a"), ("none", None), ("ce_id", b"7"),
        ("__debezium.oldkey", b'{"email":"%s","n":1.0}' % hashed("a@x.y").encode()), ("list", None),
    ]  # fmt: skip
    assert headers[-1][0] == MARK


# -- what can't be judged, and what lands again


@pytest.mark.parametrize(
    "value", [b"a@x.y", b'{"data":"a@x.y', b"\xff\xfea@x.y", b'["a@x.y"]', b'"a@x.y"', b"\0\0\0\0\1{}"]
)
def test_what_cannot_be_parsed_lands_without_its_value(project: Project, value: bytes) -> None:
    _, written, headers = project.masking("canal", ",email,hash").written("t", None, value, [])
    assert written is not None
    assert re.fullmatch(rb"changefeed: left out at landing, because it is not [^@]+\. It had \d+ bytes\.", written)
    assert mark_of(headers)


def test_a_topic_of_another_feed_lands_as_it_is(project: Project) -> None:
    masking = project.masking("canal", ",email,hash")
    assert masking.written("other", b"k", b'{"data":[{"email":"a"}]}', [("h", b"v")]) == (
        b"k", b'{"data":[{"email":"a"}]}', [("h", b"v")],
    )  # fmt: skip


def test_a_redelivered_record_is_known_by_the_hash_of_what_it_was(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    masking = project.masking("canal", ",email,null")
    value = b'{"data":[{"email":"a@x.y"}],"type":"INSERT"}'
    record = (b"k", value, [("h", b"v")])
    stored = masking.written("t", *record)
    assert landing_masks.is_same(masking, record, stored)
    assert not landing_masks.is_same(masking, (b"k", value.replace(b"a@", b"b@"), [("h", b"v")]), stored)
    assert not landing_masks.is_same(masking, (None, value, [("h", b"v")]), stored)
    assert hashlib.sha256(value).hexdigest() not in mark_of(stored[2])  # which anybody could try out
    monkeypatch.setenv("CHANGEFEED_MASK_KEY", KEY + "another")
    assert landing_masks.is_same(project.masking("canal", ",email,null"), (None, b"{}", []), stored)


# -- declarations


@pytest.mark.parametrize(
    ("dialect", "options"), [("dts_avro", ""), ("debezium_avro", ""), ("drs_avro", "schema=any"), ("oms_avro", "")]
)
def test_avro_is_refused_with_a_sentence(project: Project, dialect: str, options: str) -> None:
    with pytest.raises(ChangefeedError) as refused:
        project.masking(dialect, ",email,hash", options=options)
    said = str(refused.value)
    assert f"table_masks.csv line 2, column place: the messages of feed 'f' are Avro ({dialect})" in said
    assert "Leave place empty" in said


def test_a_wrong_line_or_a_missing_key_lands_nothing(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ChangefeedError, match=r"there is no action 'hsah'\. Did you mean hash"):
        project.masking("canal", ",email,hsah")
    monkeypatch.setenv("CHANGEFEED_MASK_KEY", "short")
    with pytest.raises(ChangefeedError, match="no key of 16 bytes or more: set CHANGEFEED_MASK_KEY"):
        project.masking("canal", ",email,null")
    file = project.folder / "seeds" / f"{seeds.MASKS}.csv"
    file.write_text(file.read_text().replace(",landing", ",lnading"))
    with pytest.raises(ChangefeedError, match="column place: there is no place 'lnading': write decode"):
        seeds.check(project.folder)
    file.write_text(file.read_text().replace(",lnading", ",decode"))
    assert landing_masks.declared(project.folder) is None


def test_a_line_that_is_no_record_lands_without_its_text(project: Project) -> None:
    masking = project.masking("canal", ",email,null")
    assert b"@" not in landing_masks.without_text(b"a@x.y", masking)
    assert landing_masks.without_text(b"a@x.y", None) == b"a@x.y"


# -- nothing of drawn rows is left, in no capture of the demo


def test_no_text_of_a_row_is_left_in_the_captures_of_canal(project: Project) -> None:
    masking = project.masking("canal", ",*,hash")
    for line in (REPO / "demo" / "captures" / "shop_canal.jsonl").read_text().splitlines():
        payload = json.loads(line).get("payload")
        if not payload or not payload.endswith("}"):
            continue
        rows = json.loads(payload).get("data") or []
        written = value_of(masking, payload)
        texts = {text for row in rows for text in row.values() if isinstance(text, str) and len(text) > 6}
        assert [text for text in texts if text in written] == []


def test_texts_are_masked_as_in_sql() -> None:
    """The texts with which test_masks_at_landing.py asks the macro."""
    assert masked("0050.10", "hash", "", KEY.encode(), "decimal(9,2)") == hashed("50.1")
    assert masked("-1.5e3", "hash", "", KEY.encode(), "double") == hashed("-1500")
    assert masked("é😀x", "keep_last", "2", b"") == "*😀x"
    assert masked("-0.5", "generalize", "10", b"") == "-10"
    assert masked("no", "generalize", "10", b"") is None
