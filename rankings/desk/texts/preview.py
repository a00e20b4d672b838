"""What a file with the outputs of a further system would change, before anything is stored."""

from dataclasses import dataclass

from rankings.corpus.preview import FileProblems, group_problems
from rankings.desk.texts.readings import OutputFile
from rankings.desk.texts.unseen_items import unseen_items
from rankings.items.collapse import collapse_key
from rankings.models import Campaign


@dataclass(frozen=True, slots=True)
class SystemPreview:
    """What the page shows. With `fatal`, only the problems are meaningful.

    Attributes:
        system, file: its name, and that of the file.
        sentences: of the campaign.
        unchanged: outputs that are the source.
        empty: outputs without text.
        unseen: items that nobody has seen; what they show is drawn anew.
    """

    system: str
    file: str
    errors: tuple[FileProblems, ...]
    warnings: tuple[FileProblems, ...]
    sentences: int = 0
    unchanged: int = 0
    empty: int = 0
    unseen: int = 0

    @property
    def fatal(self) -> bool:
        return bool(self.errors)

    @property
    def error_count(self) -> int:
        return sum(len(group.shown) + group.more for group in self.errors)

    @property
    def warning_count(self) -> int:
        return sum(len(group.shown) + group.more for group in self.warnings)


def preview_system(campaign: Campaign, read: OutputFile) -> SystemPreview:
    """The numbers of a file that was read against the campaign."""
    errors = group_problems([problem for problem in read.problems if problem.fatal])
    warnings = group_problems([problem for problem in read.problems if not problem.fatal])
    if errors:
        return SystemPreview(read.system, read.file, errors, warnings)
    sources = dict(campaign.sentences.values_list("pk", "text"))
    outputs = {key: collapse_key(text) for key, text in read.texts.items()}
    return SystemPreview(
        system=read.system,
        file=read.file,
        errors=(),
        warnings=warnings,
        sentences=len(sources),
        unchanged=sum(outputs[key] == collapse_key(text) for key, text in sources.items()),
        empty=sum(not output for output in outputs.values()),
        unseen=unseen_items(campaign).count(),
    )
