"""What the golden calls read: the published data where they lie, and small files that are made here."""

import csv
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from tests.conftest import CHECKOUT

WMT_HEADING = (
    "srclang,trglang,srcIndex,documentId,segmentId,judgeId,"
    "system1Number,system1Id,system2Number,system2Id,system1rank,system2rank"
)
LINES = 60  # of every text of 2015, for what would take long on all of them


def published() -> Path:
    """The folder of the published data, which may be missing."""
    return Path(os.environ.get("APPRAISE_GEC_SHARED") or CHECKOUT.parent / "shared") / "data"


def make_files(folder: Path, data: Path) -> dict[str, Path]:
    """Everything that a call may name; what is made goes to `folder`."""
    gjg15, gold = data / "gjg15", data / "conll14" / "official-2014.combined.m2"
    small = folder / "outputs"
    small.mkdir()
    for path in sorted((gjg15 / "outputs").iterdir()):
        lines = path.read_text(encoding="utf-8").split("\n")[:LINES]
        (small / path.name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    blocks = gold.read_text(encoding="utf-8").split("\n\n")[:LINES]
    (folder / "gold.m2").write_text("\n\n".join(blocks) + "\n\n", encoding="utf-8")
    return {
        "data": data,
        "gjg15": gjg15 / "judgments.xml",
        "outputs15": gjg15 / "outputs",
        "scores": gjg15 / "metric-scores",
        "gold15": gold,
        "seeda_sentences": data / "seeda" / "judgments_sent.xml",
        "seeda_edits": data / "seeda" / "judgments_edit.xml",
        "outputs": small,
        "source": small / "INPUT",
        "gold": folder / "gold.m2",
        "wmt": _wmt_pairs(folder / "wmt.csv"),
        **{name: _ranked(folder / f"{name}.csv", name) for name in PLANS},
    }


# Judges, sentences, groups of systems that are never shown together, outputs of a screen, of every screen in
# ten those where two outputs are the same, and levels of quality that judges tell apart.
PLANS: dict[str, tuple[int, int, tuple[str, ...], int, int, int]] = {
    "one_judge": (1, 40, ("ABCDE",), 4, 0, 5),
    "all_tied": (3, 12, ("ABCD",), 4, 0, 1),
    "unlinked": (2, 30, ("ABC", "DEF"), 3, 0, 5),
    "collapsed": (3, 30, ("ABCDE",), 5, 8, 5),
    "hundred": (4, 240, ("".join(chr(0x4E00 + number) for number in range(100)),), 8, 2, 5),
}


def _ranked(path: Path, name: str) -> Path:
    """Rankings of made-up outputs as our CSV: earlier systems are better, and judges err."""
    judges, sentences, groups, shown, same, levels = PLANS[name]
    chance = Random(name)
    rows: list[Sequence[object]] = []
    for number in range(judges * sentences):
        group = groups[number % len(groups)]
        chosen = chance.sample(range(len(group)), shown)
        outputs = [[group[system]] for system in chosen]
        while len(outputs) > 1 and chance.randrange(10) < same:
            outputs[0] += outputs.pop()
        # A sentence in five comes back, so that judges meet their own answers.
        sentence = chance.randrange(sentences // 5) if number % 5 == 0 else number // judges
        for systems in outputs:
            place = group.index(systems[0]) * 5 // len(group) + chance.randrange(4)
            rows.append((number, f"judge-{number % judges}", sentence, " ".join(systems), 1 + place % levels))
    with path.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream).writerows([("judgment", "judge", "sentence", "systems", "rank"), *rows])
    return path


def _wmt_pairs(path: Path) -> Path:
    """Expanded pairs of four systems by three judges, as the campaigns of WMT publish them."""
    with path.open("w", encoding="utf-8", newline="") as stream:
        stream.write(WMT_HEADING + "\n")
        csv.writer(stream).writerows(_pairs())
    return path


def _pairs() -> Iterator[tuple[object, ...]]:
    chance = Random("wmt")
    systems = ("online-A", "online-B", "uedin-nmt", "rbmt")
    for segment in range(90):
        ranks = [1 + (number + chance.randrange(5)) // 2 for number in range(len(systems))]
        for one in range(len(systems)):
            for other in range(one):
                names = (other + 1, systems[other], one + 1, systems[one])
                yield (
                    "deu",
                    "eng",
                    1 + segment // 2,
                    "news",
                    segment,
                    f"judge-{segment % 3}",
                    *names,
                    ranks[other],
                    ranks[one],
                )
