"""A source for tests that need some rows and changes, drawn by a seed."""

from __future__ import annotations

import random

from pipeline import canal, record

CANAL = {"feed": "f", "dialect": "canal", "topics": "t"}
BAG = {"feed": "f", "source_database": "d", "source_table": "bag"}


def history(seed: int, length: int = 120) -> list[dict]:
    """Records of a made-up source: keyed rows with key changes on three partitions, and a keyless table."""
    chance = random.Random(seed)
    offsets = {0: 0, 1: 0, 2: 0}
    rows: dict[str, str] = {}
    bag: list[dict] = []
    records = []

    def send(partition: int, payload: str) -> None:
        records.append(record(offsets[partition], payload, partition, ts=1717210800000 + len(records) * 10))
        offsets[partition] += 1

    for step in range(length):
        key, value = str(chance.randrange(8)), str(step)
        what = chance.random()
        if what < 0.25:
            image = {"at": str(chance.randrange(3)), "n": None if chance.random() < 0.3 else "1"}
            if bag and chance.random() < 0.4:
                gone = bag.pop(chance.randrange(len(bag)))
                send(0, canal("DELETE", [gone], table="bag", keys=None))
            elif bag and chance.random() < 0.3:
                earlier = bag.pop(chance.randrange(len(bag)))
                bag.append(image)
                old = {name: earlier[name] for name in earlier if earlier[name] != image[name]}
                send(0, canal("UPDATE", [image], [old], table="bag", keys=None))
            else:
                bag.append(image)
                send(0, canal("INSERT", [image], table="bag", keys=None))
        elif key not in rows:
            rows[key] = value
            send(int(key) % 3, canal("INSERT", [{"id": key, "v": value}]))
        elif what < 0.4:
            send(int(key) % 3, canal("DELETE", [{"id": key, "v": rows.pop(key)}]))
        elif what < 0.6 and (new := str(chance.randrange(8))) not in rows:
            old_value = rows.pop(key)
            rows[new] = value
            send(int(new) % 3, canal("UPDATE", [{"id": new, "v": value}], [{"id": key, "v": old_value}]))
        else:
            send(int(key) % 3, canal("UPDATE", [{"id": key, "v": value}], [{"v": rows[key]}]))
            rows[key] = value
    return records
