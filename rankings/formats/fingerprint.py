"""Which judgments are the same: by a SHA-256 that names them in a report, and one by one."""

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

import numpy as np

from rankings.formats.columns import Judgments
from rankings.formats.edit_marks import EditJudgment
from rankings.formats.pairs_tsv import UNKNOWN_JUDGE
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
    for digest in sorted(_digest(sorted(lines)) for lines in by_judge.values()):
        whole.update(digest.encode() + b"\n")
    return whole.hexdigest()


def _line(judgment: Judgment) -> str:
    outputs = sorted([sorted(output.systems), output.rank] for output in judgment.outputs)
    return json.dumps([judgment.sentence, judgment.skipped, outputs], ensure_ascii=False)


def _digest(lines: Iterable[str]) -> str:
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode("utf-8", "surrogatepass")).hexdigest()


def digest_of_edits(edits: Sequence[EditJudgment]) -> str:
    """Of what is said about edits, without the names of judges, in any order."""
    said = sorted(
        json.dumps(
            [
                *(edit.sentence, sorted(edit.systems), edit.start, edit.end),
                *(edit.original, edit.correction, edit.verdict),
            ],
            ensure_ascii=False,
        )
        for edit in edits
    )
    return hashlib.sha256("\n".join(said).encode()).hexdigest()


def all_held(some: Judgments, others: Judgments) -> bool:
    """Whether all judgments of the first are among the others: joined, they would count twice.

    They are the same where they agree in everything that both sides record: items may be missing or repeat
    the sentence, and durations may be missing. A judge may give the same answer again. Where nobody is named,
    nothing is known.
    """
    if set(some.judges) <= {UNKNOWN_JUDGE}:
        return False
    with_items = not any(set(one.items) <= {"", *one.sentences} for one in (some, others))
    with_seconds = not any(np.isnan(one.seconds).all() for one in (some, others))

    def answers(judgments: Judgments) -> Counter[int]:
        return Counter(
            hash(
                (
                    one.judge,
                    one.item if with_items else "",
                    # Files write no more than microseconds.
                    round(one.seconds, 6) if with_seconds and one.seconds is not None else None,
                    _line(one),
                )
            )
            for one in judgments
        )

    return answers(some) <= answers(others)
