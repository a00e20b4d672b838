"""A SHA-256 over judgments, by which a report names what it was computed from."""

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable

from rankings.formats.records import Judgment


def rankings_digest(judgments: Iterable[Judgment]) -> str:
    """SHA-256 over what statistics depend on: sentence, skipped or not, systems and ranks of each judgment,
    and which judgments are by the same judge.

    Order, ids, times and documents do not count. Neither do the names of judges: the digest stays what
    it was when a judge is renamed or forgotten, and nobody can use it to test for a name.
    """
    by_judge = defaultdict(list)
    for judgment in judgments:
        by_judge[judgment.judge].append(_line(judgment))
    whole = hashlib.sha256()
    for digest in sorted(_digest_of_lines(sorted(lines)) for lines in by_judge.values()):
        whole.update(digest.encode() + b"\n")
    return whole.hexdigest()


def _line(judgment: Judgment) -> str:
    outputs = sorted([sorted(output.systems), output.rank] for output in judgment.outputs)
    return json.dumps([judgment.sentence, judgment.skipped, outputs], ensure_ascii=False)


def _digest_of_lines(lines: Iterable[str]) -> str:
    digest = hashlib.sha256()
    for line in lines:
        digest.update(line.encode("utf-8", "surrogatepass") + b"\n")
    return digest.hexdigest()
