"""The contract's fold in plain Python: what the rows of a feed are after its changes, one by one, in order.

The oracle of the property tests. It knows nothing of batches, partitions or SQL.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

Image = dict[str, str | None]
COLUMN_ACTIONS = ("add_column", "drop_column", "rename_column")
CUTS = {"truncate": "truncate", "full_load": "snapshot"}  # what takes all rows → the operation that they have then


@dataclass(frozen=True)
class Change:
    """One row-level change of a source table. `keys` empty: a table without a key."""

    table: str
    # snapshot, insert, update, delete; truncate; add_column, drop_column, rename_column; rename_table; full_load: one
    # begins in a new epoch, before its first snapshot (of a table without a key it takes all that was there);
    # redefine_key, change_type: tell nothing that the rows after them do not tell
    operation: str
    before: Image | None
    after: Image | None
    keys: tuple[str, ...] = ("id",)
    is_partial: bool = False
    at: int | None = 0  # source time, ms since 1970; None where the message does not say
    written_at: int = 0  # Kafka's time, which is in its place in the history
    column: str = ""  # that is added, dropped or renamed
    value: str | None = None  # default of an added column, new name of a renamed column or table
    load: int = 0  # of a row of a full load: which one, from 1

    @property
    def when(self) -> int:
        """When its version begins, if not later."""
        return self.written_at if self.at is None else self.at


@dataclass
class Row:
    """A current row; a tombstone keeps its last image."""

    image: Image
    is_deleted: bool
    copies: int
    operation: str
    at: int | None


@dataclass
class Version:
    """What a row was between two of its changes; `ended` is None while it is so."""

    image: Image
    copies: int
    operation: str
    begun: int
    ended: int | None = None


@dataclass
class State:
    """The current rows, and every version of them, by table and row key."""

    rows: dict[tuple[str, str], Row] = field(default_factory=dict)
    versions: dict[tuple[str, str], list[Version]] = field(default_factory=dict)
    latest: dict[tuple[str, str], int] = field(default_factory=dict)  # source time of a row: it never runs back
    of_bags: dict[str, list[Change]] = field(default_factory=dict)  # what came so far for tables without a key

    def apply(self, change: Change, keys: tuple[str, ...] = ()) -> None:
        """`keys`: what the table is known by after all changes, where that is not the key of this change."""
        if not change.keys:
            self.of_bags.setdefault(change.table, []).append(change)
        if not change.keys and change.operation in COLUMN_ACTIONS:
            self._refold_bag(change)
        elif change.operation in ("truncate", *COLUMN_ACTIONS) or (change.operation == "full_load" and not change.keys):
            self._apply_to_table(change)
        elif change.operation in ("full_load", "redefine_key", "change_type"):
            pass
        elif change.operation == "rename_table":
            for places in (self.rows, self.versions, self.latest):
                for place in [place for place in places if place[0] == change.table]:
                    places[str(change.value), place[1]] = places.pop(place)
        elif change.keys:
            self._apply_to_key(self._with_present_key(change, keys or change.keys))
        else:
            self._apply_to_bag(change)

    def _with_present_key(self, change: Change, keys: tuple[str, ...]) -> Change:
        """A change from before the key was redefined: it is of the row that has the values which its own key names.

        What has the columns of the present key nowhere keeps its former key.
        """
        if change.keys == keys:
            return change
        own = change.before or change.after or {}
        rows = [
            row.image
            for (table, _), row in self.rows.items()
            if table == change.table and not row.is_deleted and row_key(change, row.image) == row_key(change, own)
        ]
        row = next((image for image in rows if all(name in image for name in keys)), None)
        known = {name: row[name] for name in keys} if row else {}
        before = known | (change.before or {})
        stays = {name: before[name] for name in keys if name in before}
        after = change.after if change.after is None else stays | change.after
        images = [image for image in (before or None, after) if image is not None]
        if any(name not in image for image in images for name in keys):
            return change
        moves = bool(before) and after is not None and any(before[name] != after[name] for name in keys)
        operation = "update" if moves else change.operation
        return replace(change, keys=keys, before=before or None, after=after, operation=operation)

    def _apply_to_key(self, change: Change) -> None:
        """The old key's row goes, the new key's row comes; what an image lacks is taken from the row as it was.

        A row that moves is, before it does, as its message says: if it was never seen whole, that is all that is known.
        """
        old_key = row_key(change, change.before)
        new_key = row_key(change, change.after) or old_key
        base = self._image(change.table, old_key or new_key)
        if change.operation == "delete" or (change.operation == "update" and old_key not in (None, new_key)):
            base |= change.before or {}
            image = base if change.is_partial else change.before
            self._put((change.table, old_key), Row(image, True, 0, change.operation, change.at), change.when)
        if change.after is not None:
            image = base | change.after if change.is_partial else change.after
            self._put((change.table, new_key), Row(image, False, 1, change.operation, change.at), change.when)

    def _apply_to_table(self, change: Change) -> None:
        """Every row before it is deleted, or gets the new columns."""
        for place, row in [(place, row) for place, row in self.rows.items() if place[0] == change.table]:
            taken = CUTS.get(change.operation)
            if taken and not (row.is_deleted and (change.keys or row.operation in CUTS.values())):
                self._put(place, Row(row.image, True, 0, taken, change.at), change.when)
            elif not taken:
                image = with_column(row.image, change)
                self.rows[place] = replace(row, image=image)
                if (versions := self.versions.get(place)) and versions[-1].ended is None:
                    versions[-1].image = image

    def _refold_bag(self, action: Change) -> None:
        """Rows without a key are their images: all that came before is as if the columns had been so from the start."""
        for places in (self.rows, self.versions, self.latest):
            for place in [place for place in places if place[0] == action.table]:
                del places[place]
        changes = [
            replace(
                change,
                before=change.before and with_column(change.before, action),
                after=change.after and with_column(change.after, action),
            )
            for change in self.of_bags.pop(action.table)
            if change.operation not in COLUMN_ACTIONS
        ]
        for change in changes:
            self.apply(change)

    def _put(self, place: tuple[str, str], row: Row, when: int) -> None:
        """A row after a change: its version ends, and unless it is deleted the next begins."""
        self.rows[place] = row
        at = max(when, self.latest.get(place, when))
        if row.operation not in CUTS.values() or not row.is_deleted:  # a table's end has a clock of its own
            self.latest[place] = at
        versions = self.versions.setdefault(place, [])
        if versions and (versions[-1].ended is None or versions[-1].ended > at):
            versions[-1].ended = at
        if not row.is_deleted:
            versions.append(Version(row.image, row.copies, row.operation, at))

    def _apply_to_bag(self, change: Change) -> None:
        """Copies of an image come and go; there are never fewer than none."""
        steps = [(change.before, -1, 0), (change.after, 0, 1)]
        if change.before == change.after:
            steps = [(change.after, -1, 1)]
        for image, taken, given in steps:
            if image is not None:
                place = (change.table, image_key(image))
                known = self.rows[place].copies if place in self.rows else 0
                left = max(known + taken, 0) + given
                self._put(place, Row(image, left == 0, left, change.operation, change.at), change.when)

    def _image(self, table: str, key: str) -> Image:
        row = self.rows.get((table, key))
        return dict(row.image) if row else {}


def with_column(image: Image, change: Change) -> Image:
    """An image after a column was added, dropped or renamed."""
    if change.operation == "add_column":
        return {change.column: change.value} | image
    rest = {name: text for name, text in image.items() if name != change.column}
    if change.operation == "rename_column" and change.column in image:
        rest[str(change.value)] = image[change.column]
    return rest


def without(image: Image, name: str) -> Image:
    return {other: text for other, text in image.items() if other != name}


def row_key(change: Change, image: Image | None) -> str | None:
    """The key's values as a JSON array, in the order of its columns' names; None where the image lacks a key column."""
    if image is None or any(name not in image for name in change.keys):
        return None
    texts = [text and text.removesuffix(".0") for text in (image[name] for name in sorted(change.keys))]
    return json.dumps(texts, ensure_ascii=False, separators=(",", ":"))


def image_key(image: Image) -> str:
    """The key of a row without key: the digest of its canonical image."""
    entries = [{"key": name} | ({} if image[name] is None else {"value": image[name]}) for name in sorted(image)]
    text = json.dumps(entries, ensure_ascii=False, separators=(",", ":"))
    return json.dumps([hashlib.sha256(text.encode()).hexdigest()])


def fold(changes: Iterable[Change]) -> State:
    """The rows after these changes, which are in order."""
    changes = list(changes)
    state = State()
    for change, keys in zip(changes, present_keys(changes), strict=True):
        state.apply(change, keys)
    return state


def present_keys(changes: list[Change]) -> list[tuple[str, ...]]:
    """The key of each change's table: that of the last change of a row, by whatever name the table has then."""
    last: dict[str, tuple[str, ...]] = {}
    names: dict[str, str] = {}  # of a table at a place → what it is called in the end
    found = []
    for change in reversed(changes):
        if change.operation == "rename_table":
            names[change.table] = names.pop(str(change.value), str(change.value))
        elif change.keys and (change.before or change.after):
            last.setdefault(names.get(change.table, change.table), change.keys)
        found.append(last.get(names.get(change.table, change.table), ()) if change.keys else ())
    return found[::-1]
