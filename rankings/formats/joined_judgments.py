"""Judgments of several campaigns or files as one set: the one rule by which they are joined.

Systems are the same where their names are. Sentences are the same where number and source text are; where
texts are not known, as in files, where numbers are. Who is the same judge, the caller says; in files it is
who has the same name.
"""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from appraise_gec.words import words
from rankings.formats.records import Judgment
from rankings.formats.same_judgments import duplicate_message


@dataclass(frozen=True, slots=True)
class JudgmentSet:
    """The judgments of one campaign or file.

    Attributes:
        name: for messages.
        judgments: under the names that judges and sentences have in this set.
        texts: source text by sentence, of judged sentences or of all; None where texts are not known.
        judges: the name in the joined set of each judge; None where every name stays.
    """

    name: str
    judgments: Sequence[Judgment]
    texts: Mapping[str, str] | None = None
    judges: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Contribution:
    """What one set gives to a joined one.

    Attributes:
        rankings: skipped ones included.
        judge_count: judges of these rankings.
        judges_elsewhere: of them, those who have rankings in another set, too.
        sentences: judged ones.
        sentences_elsewhere: of them, those that were judged in another set, too.
        same_text_elsewhere: of the others, those whose text was judged in another set under another number,
            so that it counts as another sentence.
        systems: names in these rankings, sorted.
    """

    rankings: int
    judge_count: int
    judges_elsewhere: int
    sentences: int
    sentences_elsewhere: int
    same_text_elsewhere: int
    systems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class JoinedSets:
    """Several sets as one.

    Attributes:
        judgments: of each set in turn, under the names of the joined set.
        renamed_sentences: for each set, new identifiers by old ones, where they differ.
        contributions: of each set.
    """

    judgments: list[Judgment]
    renamed_sentences: tuple[Mapping[str, str], ...]
    contributions: tuple[Contribution, ...]

    @property
    def common_systems(self) -> tuple[str, ...]:
        """Names in the rankings of every set, sorted."""
        return tuple(sorted(set.intersection(*(set(one.systems) for one in self.contributions))))


def join_judgment_sets(sets: Sequence[JudgmentSet]) -> JoinedSets:
    """Join sets of judgments.

    Args:
        sets: at least one. The first keeps its identifiers of sentences; so do others, but where an earlier
            set has another sentence under the same number.

    Raises:
        ValueError: a set holds all judgments of another, which would count twice; or no system links a set to
            the others, so that nothing could be compared across them.
    """
    _refuse_repetition(sets)
    renamed = label_sentences([one.texts or {} for one in sets])
    joined = [
        list(relabelled(one.judgments, one.judges or {}, new)) for one, new in zip(sets, renamed, strict=True)
    ]
    contributions = _contributions(sets, joined)
    _refuse_without_link([one.name for one in sets], [one.systems for one in contributions])
    whole = [judgment for part in joined for judgment in part]
    return JoinedSets(whole, tuple(renamed), contributions)


def relabelled(
    judgments: Iterable[Judgment], judges: Mapping[str, str], sentences: Mapping[str, str]
) -> Iterator[Judgment]:
    """The judgments with new names of judges and sentences; what has no new name keeps its own."""
    for one in judgments:
        judge, sentence = judges.get(one.judge, one.judge), sentences.get(one.sentence, one.sentence)
        same = (judge, sentence) == (one.judge, one.sentence)
        yield one if same else replace(one, judge=judge, sentence=sentence)


def label_sentences(texts: Sequence[Mapping[str, str]]) -> list[dict[str, str]]:
    """For each set, new identifiers by old ones, of sentences that an earlier set has with another text.

    A sentence of the second set becomes `2-17` in place of `17`. Sets without texts keep all identifiers.
    """
    taken: dict[str, str] = {}
    seen: dict[tuple[str, str], str] = {}
    renamed: list[dict[str, str]] = []
    for number, of_set in enumerate(texts, start=1):
        new: dict[str, str] = {}
        for sentence, text in of_set.items():
            label = seen.get((sentence, text))
            if label is None:
                label = sentence
                while label in taken:
                    label = apart(number, label)
                taken[label] = seen[sentence, text] = label
            if label != sentence:
                new[sentence] = label
        renamed.append(new)
    return renamed


def apart(number: int, sentence: str) -> str:
    """The identifier of a sentence that is in no set but that with this number, counted from 1."""
    return f"{number}-{sentence}"


@dataclass(frozen=True, slots=True)
class JudgeLabel:
    """How a judge is called in a joined set: as `owner` is, the same person in the first set that has them.

    `form` is 0 for the plain name, 1 for the name with that of the set, and more where that is taken, too.
    """

    owner: int
    form: int

    def text(self, name: str, set_name: str) -> str:
        """The label, from the owner's name and the name of the owner's set."""
        if not self.form:
            return name
        return f"{name} of {set_name}" + (f" ({self.form})" if self.form > 1 else "")


@dataclass(frozen=True, slots=True)
class KnownJudge:
    """A judge of one set: its key among all sets, its name there, and who it is."""

    key: int
    name: str
    person: Hashable


def label_judges(
    rosters: Sequence[tuple[str, Sequence[KnownJudge]]],
    kept: Mapping[int, JudgeLabel] | None = None,
) -> dict[int, JudgeLabel]:
    """How the judges of several sets are called when they are joined, by their keys.

    The same person has one name everywhere, that of the first set. Of different people with one name, the
    first keeps it, and others get the name of their set beside it.

    Args:
        rosters: name and judges of each set.
        kept: labels that stay as they are, given before some of the judges came.
    """
    labels = dict(kept or {})
    of_person: dict[Hashable, JudgeLabel] = {}
    names: dict[int, tuple[str, str]] = {}
    for set_name, judges in rosters:
        for judge in judges:
            names[judge.key] = (judge.name, set_name)
            if judge.key in labels:
                of_person.setdefault(judge.person, labels[judge.key])
    taken = {label.text(*names[label.owner]) for label in labels.values() if label.owner in names}
    for set_name, judges in rosters:
        for judge in sorted(judges, key=lambda one: one.name):
            if judge.key in labels:
                continue
            label = of_person.get(judge.person) or free_label(judge.key, judge.name, set_name, taken)
            taken.add(label.text(*names[label.owner]))
            labels[judge.key] = of_person[judge.person] = label
    return labels


def free_label(owner: int, name: str, set_name: str, taken: Iterable[str]) -> JudgeLabel:
    """The shortest label of a judge that nobody else has."""
    others = set(taken)
    form = 0
    while (label := JudgeLabel(owner, form)).text(name, set_name) in others:
        form += 1
    return label


def _contributions(
    sets: Sequence[JudgmentSet], joined: Sequence[Sequence[Judgment]]
) -> tuple[Contribution, ...]:
    judges = [{judgment.judge for judgment in part} for part in joined]
    sentences = [{judgment.sentence for judgment in part} for part in joined]
    judges_of = Counter(name for names in judges for name in names)
    sets_of = Counter(name for names in sentences for name in names)
    texts = [{(one.texts or {}).get(judgment.sentence) for judgment in one.judgments} for one in sets]
    made = []
    for number, one in enumerate(sets):
        alone = {
            judgment.sentence
            for judgment, new in zip(one.judgments, joined[number], strict=True)
            if sets_of[new.sentence] == 1
        }
        elsewhere = {text for other, of_other in enumerate(texts) if other != number for text in of_other}
        known = one.texts or {}
        made.append(
            Contribution(
                rankings=len(joined[number]),
                judge_count=len(judges[number]),
                judges_elsewhere=sum(judges_of[name] > 1 for name in judges[number]),
                sentences=len(sentences[number]),
                sentences_elsewhere=sum(sets_of[name] > 1 for name in sentences[number]),
                same_text_elsewhere=sum(name in known and known[name] in elsewhere for name in alone),
                systems=tuple(
                    sorted(
                        {
                            name
                            for judgment in one.judgments
                            for output in judgment.outputs
                            if not judgment.skipped
                            for name in output.systems
                        }
                    )
                ),
            )
        )
    return tuple(made)


def _refuse_repetition(sets: Sequence[JudgmentSet]) -> None:
    """As judges are called in the joined set: different people may well say the same."""
    known = [list(relabelled(one.judgments, one.judges or {}, {})) for one in sets]
    for second, later in enumerate(known):
        for first, earlier in enumerate(known[:second]):
            if duplicate_message(later, sets[first].name, earlier):
                raise ValueError(
                    words(
                        "%(first)s and %(second)s hold the same judgments, or one of them all of the other: "
                        "they would count twice. Leave one of them out.",
                        first=sets[first].name,
                        second=sets[second].name,
                    )
                )


def without_link(systems: Sequence[Iterable[str]]) -> list[int]:
    """The places of sets that no system links to the first one, directly or through others."""
    sets_of: dict[str, list[int]] = defaultdict(list)
    for place, names in enumerate(systems):
        for name in names:
            sets_of[name].append(place)
    reached, waiting = {0}, [0]
    while waiting:
        for name in systems[waiting.pop()]:
            new = set(sets_of[name]) - reached
            reached |= new
            waiting += new
    return [place for place in range(len(systems)) if place not in reached]


def _refuse_without_link(names: Sequence[str], systems: Sequence[Sequence[str]]) -> None:
    if apart_ones := without_link(systems):
        raise ValueError(
            words(
                "No system in the rankings of %(name)s is in those of the others, so that nothing can be "
                "compared across them. Systems are joined by their exact names.",
                name=names[apart_ones[0]],
            )
        )
