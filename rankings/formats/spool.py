"""Judgments in a temporary file: to be gone over several times without being in memory."""

import json
import tempfile
import zlib
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from rankings.formats.records import Judgment
from rankings.formats.shared_parts import SharedParts

AT_ONCE = 1000
_LENGTH_BYTES = 4


class JudgmentSpool:
    """Keeps the order of the judgments. Some thousand are in memory, the others packed on disk."""

    def __init__(self, judgments: Iterable[Judgment] = ()) -> None:
        self._file = tempfile.TemporaryFile(prefix="appraise-gec-judgments-")  # noqa: SIM115 - lives as long as this
        self._waiting: list[list[Any]] = []
        self._count = 0
        for judgment in judgments:
            self.add(judgment)

    def add(self, judgment: Judgment) -> None:
        self._waiting.append(_packed(judgment))
        self._count += 1
        if len(self._waiting) == AT_ONCE:
            self._keep()

    def close(self) -> None:
        """Give the file back."""
        self._file.close()

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Judgment]:
        if self._waiting:
            self._keep()
        shared = SharedParts()
        place = 0
        while True:
            # Somebody else may have read in between.
            self._file.seek(place)
            head = self._file.read(_LENGTH_BYTES)
            if not head:
                return
            packed = self._file.read(int.from_bytes(head, "big"))
            place = self._file.tell()
            for row in json.loads(zlib.decompress(packed)):
                yield _unpacked(row, shared)

    def _keep(self) -> None:
        packed = zlib.compress(json.dumps(self._waiting, separators=(",", ":")).encode(), 1)
        self._file.seek(0, 2)
        self._file.write(len(packed).to_bytes(_LENGTH_BYTES, "big") + packed)
        self._waiting.clear()


def _packed(one: Judgment) -> list[Any]:
    return [
        one.judge,
        one.sentence,
        [[output.rank, *output.systems] for output in one.outputs],
        one.item,
        one.document,
        one.result_set,
        one.seconds,
        one.skipped,
        one.source_language,
        one.target_language,
        one.active_seconds,
        one.opened_at and one.opened_at.isoformat(),
        one.submitted_at and one.submitted_at.isoformat(),
        one.guidelines_version,
    ]


def _unpacked(row: list[Any], shared: SharedParts) -> Judgment:
    judge, sentence, outputs, item, document, result_set, seconds, skipped, source, target, *times = row
    active, opened, submitted, version = times
    text = shared.text
    return Judgment(
        text(judge),
        text(sentence),
        tuple([shared.output(tuple(systems), rank) for rank, *systems in outputs]),
        item,
        text(document),
        text(result_set),
        seconds,
        skipped,
        text(source),
        text(target),
        active,
        opened and datetime.fromisoformat(opened),
        submitted and datetime.fromisoformat(submitted),
        version,
    )
