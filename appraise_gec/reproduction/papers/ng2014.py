"""Ng et al. (2014), the CoNLL-2014 shared task: data and scores of the systems, in percent."""

from collections import Counter
from collections.abc import Mapping

from appraise_gec.reproduction.comparing import Computed, Ours, Place, Value
from appraise_gec.reproduction.exhibits import printed
from appraise_gec.reproduction.release import ALTERNATIVES, ANNOTATORS, BOTH, NUCLE, OUTPUTS, Release
from metrics.references.edits import Gold, annotator_texts, identification_agreement
from metrics.references.m2_file import read_m2
from metrics.scorers.m2.metric import M2
from metrics.scorers.results import Score
from metrics.scorers.scorer import Material

NO_OUTPUT = f"The output of NARA was never released: {OUTPUTS}/NARA is missing."
NO_ESSAYS = "The released files have sentences and no essays."
UNCLEAR = "Um"
"""The type of edits that mark what an annotator did not understand and have no correction."""


def table_2(release: Release) -> Computed:
    """Sentences and tokens."""
    numbers = {("essays", column): Ours(None, reason=NO_ESSAYS) for column in ("training", "test")}
    for column, gold in (("training", _training(release)), ("test", release.gold(ANNOTATORS[0]))):
        counts = None
        if gold:
            counts = len(gold.sentences), sum(len(sentence.tokens) for sentence in gold.sentences)
        absent = "" if gold else f"{NUCLE} is missing."
        numbers["sentences", column] = Ours(counts[0] if counts else None, reason=absent)
        numbers["tokens", column] = Ours(counts[1] if counts else None, reason=absent)
    return Computed(numbers)


def table_3(release: Release) -> Computed:
    """Edits by type."""
    numbers: dict[Place, Value] = {}
    files = {"annotator 1": release.gold(ANNOTATORS[0]), "annotator 2": release.gold(ANNOTATORS[1])}
    for column, gold in {"training": _training(release), **files}.items():
        if gold is None:
            absent = Ours(None, reason=f"{NUCLE} is missing.")
            rows = (*_types(), "All types")
            numbers |= {(row, name): absent for row in rows for name in (column, f"{column} %")}
            continue
        counts = Counter(
            edit.type
            for sentence in gold.sentences
            for annotation in sentence.annotations
            for edit in annotation.edits
        )
        total = counts.total()
        for row, count in [*((kind, counts[kind]) for kind in _types()), ("All types", total)]:
            numbers[row, column] = count
            numbers[row, f"{column} %"] = 100 * count / total if total else None
    return Computed(numbers)


def table_7(release: Release) -> Computed:
    """MaxMatch with both annotators."""
    return Computed(_of_teams(release.m2(BOTH)))


def table_8(release: Release) -> Computed:
    """MaxMatch with the alternative answers."""
    return Computed(_of_teams(release.m2(ALTERNATIVES)))


def table_9(release: Release) -> Computed:
    """Recall by type, with both annotators."""
    return Computed(_by_type(release.m2(BOTH)))


def table_10(release: Release) -> Computed:
    """Recall by type, with the alternative answers."""
    return Computed(_by_type(release.m2(ALTERNATIVES)))


def table_11(release: Release) -> Computed:
    """MaxMatch with each annotator alone."""
    numbers: dict[Place, Value] = {}
    for annotator, name in enumerate(ANNOTATORS, start=1):
        of_one = _of_teams(release.m2(name))
        numbers |= {(team, f"{annotator}: {column}"): own for (team, column), own in of_one.items()}
    return Computed(numbers)


def table_12(release: Release) -> Computed:
    """Each annotator's text against the gold of the other."""
    first, second = (release.gold(name) for name in ANNOTATORS)
    numbers: dict[Place, Value] = {}
    for row, writer, judge in (
        ("(a) 1 against 2", first, second),
        ("(b) 2 against 1", second, first),
    ):
        texts = annotator_texts(writer, 0, without_types={UNCLEAR})
        numbers |= _score(row, M2().score(texts, Material(judge.sources, judge)))
    return Computed(numbers)


def section_6_1(release: Release) -> Computed:
    """Agreement of the annotators on which words need correction."""
    found = identification_agreement(*(release.gold(name) for name in ANNOTATORS))
    return Computed({("identification", "kappa"): found})


def _types() -> list[str]:
    return list(dict.fromkeys(row for row, _ in printed("ng2014-table-9")))


def _teams() -> list[str]:
    return list(dict.fromkeys(column for _, column in printed("ng2014-table-9")))


def _training(release: Release) -> Gold | None:
    """The training data, of which everybody has to ask for a copy."""
    if not release.has(NUCLE):
        return None
    return release.once(NUCLE, lambda: read_m2(release.read(NUCLE), release.place(NUCLE)))


def _of_teams(scores: Mapping[str, Score]) -> dict[Place, Value]:
    numbers: dict[Place, Value] = {}
    for team in _teams():
        if team in scores:
            numbers |= _score(team, scores[team])
        else:
            numbers |= {(team, column): Ours(None, reason=_no_output(team)) for column in ("P", "R", "F0.5")}
    return numbers


def _by_type(scores: Mapping[str, Score]) -> dict[Place, Value]:
    numbers: dict[Place, Value] = {}
    for team in _teams():
        recalls = {one.type: one.recall for one in scores[team].types} if team in scores else {}
        for kind in _types():
            absent = Ours(None, reason=_no_output(team))
            numbers[kind, team] = 100 * recalls.get(kind, 0.0) if team in scores else absent
    return numbers


def _score(row: str, score: Score) -> dict[Place, Value]:
    """Precision, recall and F in percent."""
    values = {"P": score.parts["precision"], "R": score.parts["recall"], "F0.5": score.score}
    return {(row, column): 100 * value for column, value in values.items()}


def _no_output(team: str) -> str:
    return NO_OUTPUT if team == "NARA" else f"{OUTPUTS}/{team} is missing."
