"""What a file with the outputs of one system would change, before anything is stored."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from rankings.corpus.preview import FileProblems, Screen, UnlikeSpacing, group_problems
from rankings.corpus.previewing import make_screen
from rankings.desk.texts.effects import Figures, effect_of_adding, effect_of_replacing
from rankings.desk.texts.readings import OutputFile
from rankings.desk.texts.shown_items import AT_ONCE, same_output
from rankings.formats.json_form import result
from rankings.formats.records import OutputSet
from rankings.formats.uploads import INPUT_SYSTEM
from rankings.items.collapse import collapse_key
from rankings.items.spacing import SpacingTally, outliers, spacing_of, tally
from rankings.models import Campaign, Output, System

EXAMPLES = 3
MOST_SHARED = 12
SPACING_SENTENCES = 2_000
NO_FIGURES = Figures()
_SOURCE = ""

Progress = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class Shared:
    """Another system, and for how many sentences its output is the same."""

    system: str
    sentences: int


@result("appraise-gec late system preview", version=1)
@dataclass(frozen=True, slots=True)
class SystemPreview:
    """What the page shows. With `fatal`, only the problems are meaningful.

    Attributes:
        system, file: its name, and that of the file.
        replaces: whether the campaign has the system already.
        sentences: of the campaign.
        unchanged: outputs that are the source.
        empty: outputs without text.
        alone: outputs that no other system has.
        shared: other systems with the same outputs, the most frequent first.
        changed: outputs that differ from those that are replaced.
        unlike_spacing: set where spaces around punctuation are unlike those of the other systems.
        screens: examples of outputs that are new.
        figures: what it means for the items.
    """

    system: str
    file: str
    replaces: bool
    errors: tuple[FileProblems, ...]
    warnings: tuple[FileProblems, ...]
    sentences: int = 0
    unchanged: int = 0
    empty: int = 0
    alone: int = 0
    shared: tuple[Shared, ...] = ()
    changed: int = 0
    unlike_spacing: UnlikeSpacing | None = None
    screens: tuple[Screen, ...] = ()
    figures: Figures = NO_FIGURES

    @property
    def fatal(self) -> bool:
        return bool(self.errors)

    @property
    def error_count(self) -> int:
        return sum(len(group.shown) + group.more for group in self.errors)

    @property
    def warning_count(self) -> int:
        return sum(len(group.shown) + group.more for group in self.warnings)


def preview_system(
    campaign: Campaign, read: OutputFile, former: System | None, seed: int, progress: Progress
) -> SystemPreview:
    """Compare a file with the campaign. `former` is the system whose outputs it would replace, if any."""
    errors = group_problems([problem for problem in read.problems if problem.fatal])
    warnings = group_problems([problem for problem in read.problems if not problem.fatal])
    if errors:
        return SystemPreview(read.system, read.file, former is not None, errors, warnings)
    sentences = list(campaign.sentences.order_by("index").values_list("pk", "text", "document_id"))
    others = _Comparison(campaign, former, read.texts, progress).run()
    progress(0.8)
    effect = (
        effect_of_adding(campaign, read.system, read.texts, seed)
        if former is None
        else effect_of_replacing(campaign, former, read.texts, seed)
    )
    texts = [read.texts[key] for key, _, _ in sentences]
    sources = [text for _, text, _ in sentences]
    return SystemPreview(
        system=read.system,
        file=read.file,
        replaces=former is not None,
        errors=(),
        warnings=warnings,
        sentences=len(sentences),
        unchanged=sum(same_output(text, source) for text, source in zip(texts, sources, strict=True)),
        empty=sum(not collapse_key(text) for text in texts),
        alone=others.alone,
        shared=tuple(Shared(name, number) for name, number in others.shared.most_common(MOST_SHARED)),
        changed=len(others.changed),
        unlike_spacing=_unlike_spacing(campaign, read, texts, sources, former),
        screens=_screens(sentences, read, [*others.changed, *others.own]),
        figures=effect.figures,
    )


class _Comparison:
    """The outputs beside those of the other systems, a block of sentences at a time."""

    def __init__(
        self, campaign: Campaign, former: System | None, texts: Mapping[int, str], progress: Progress
    ) -> None:
        part = campaign.systems.taking_part()
        self._names = dict(part.values_list("pk", "name"))
        self._former = former.pk if former is not None else None
        self._texts = texts
        self._progress = progress
        self.shared: Counter[str] = Counter()
        self.alone = 0
        self.changed: list[int] = []
        self.own: list[int] = []

    def run(self) -> "_Comparison":
        keys = list(self._texts)
        for first in range(0, len(keys), AT_ONCE):
            self._progress(0.1 + 0.7 * first / len(keys))
            self._block(keys[first : first + AT_ONCE])
        return self

    def _block(self, keys: Sequence[int]) -> None:
        rows = Output.objects.filter(sentence_id__in=keys, system__in=list(self._names))
        with_others = set()
        for system, sentence, text in rows.values_list("system_id", "sentence_id", "text").iterator():
            same = same_output(text, self._texts[sentence])
            if system == self._former:
                if not same:
                    self.changed.append(sentence)
            elif same:
                self.shared[self._names[system]] += 1
                with_others.add(sentence)
        own = [key for key in keys if key not in with_others]
        self.alone += len(own)
        self.own += own[:EXAMPLES]


def _screens(
    sentences: Sequence[tuple[int, str, int]], read: OutputFile, wanted: Sequence[int]
) -> tuple[Screen, ...]:
    place_of = {key: place for place, (key, _, _) in enumerate(sentences)}
    texts, documents = [text for _, text, _ in sentences], [document for _, _, document in sentences]
    chosen = sorted({place_of[key] for key in list(dict.fromkeys(wanted))[:EXAMPLES]})
    return tuple(
        make_screen(
            texts,
            documents,
            place,
            OutputSet((read.texts[sentences[place][0]],), ((read.system,),)),
            1,
        )
        for place in chosen
    )


def _unlike_spacing(
    campaign: Campaign,
    read: OutputFile,
    texts: Sequence[str],
    sources: Sequence[str],
    former: System | None,
) -> UnlikeSpacing | None:
    """Judged by the first sentences: a system gives itself away everywhere or nowhere."""
    part = campaign.systems.taking_part().filter(is_input=False)
    if former is not None:
        part = part.exclude(pk=former.pk)
    outputs = Output.objects.filter(system__in=part, sentence__index__lt=SPACING_SENTENCES)
    by_system: dict[str, list[str]] = {}
    for name, text in outputs.values_list("system__name", "text").iterator():
        by_system.setdefault(name, []).append(text)
    tallies: dict[str, SpacingTally] = {name: tally(lines) for name, lines in by_system.items()}
    tallies[_SOURCE] = tally(sources[:SPACING_SENTENCES])
    tallies[read.system] = tally(texts[:SPACING_SENTENCES])
    found = next((one for one in outliers(tallies) if one.name == read.system), None)
    if found is None or read.system == INPUT_SYSTEM:
        return None
    place = next(number for number, text in enumerate(texts) if spacing_of(text) == found.style)
    return UnlikeSpacing(
        system=read.system,
        style=found.style,
        sentences=getattr(found.own, found.style),
        decided=found.own.decided,
        others_percent=round(100 * getattr(found.others, found.style) / found.others.decided),
        line=place + 1,
        example=texts[place],
        source=sources[place],
    )
