"""Error types of the edits that judges could mark, where the program that names them is installed."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from metrics.scorers.errant_types import LANGUAGE, Change, classifier, error_types
from rankings.analysis.results.edit_marks import EditTypes
from rankings.formats.edit_marks import EditJudgment
from rankings.items.tokens import tokenize
from rankings.models import Campaign

OTHER_LANGUAGE = (
    "Edits are summed up by what they change: ERRANT names error types of English, and the language of this "
    "campaign is not set to English."
)
NOT_INSTALLED = (
    "Edits are summed up by what they change: ERRANT, which names error types, is not installed with a "
    "language model."
)


def types_for(campaign: Campaign) -> EditTypes:
    """By what edits of this campaign are summed up. Loads no model, so pages may ask."""
    if campaign.language.split("-")[0].lower() != LANGUAGE:
        return EditTypes(missing=OTHER_LANGUAGE)
    scorer = classifier()
    return EditTypes(missing=NOT_INSTALLED) if scorer is None else EditTypes(by=scorer.implementation())


def with_error_types(
    campaign: Campaign,
    edits: Sequence[EditJudgment],
    progress: Callable[[float], None] = lambda share: None,
) -> list[EditJudgment]:
    """The edits with their error types for kinds, as `types_for` says; for workers, as it takes seconds.

    An edit without a type, such as one that changes nothing but spaces, keeps its kind. Raises
    UnavailableError where the program is missing.
    """
    scorer = classifier() if types_for(campaign).by else None
    if scorer is None or not edits:
        return list(edits)
    sources = dict(campaign.sentences.values_list("index", "text"))
    cut: dict[tuple[str, str], tuple[str, ...]] = {}

    def tokens(text: str, edit: EditJudgment) -> tuple[str, ...]:
        key = text, edit.tokens
        if key not in cut:
            how = "words" if edit.tokens == "words" else "spaces"
            cut[key] = tuple(token.text for token in tokenize(text, how))  # type: ignore[arg-type]
        return cut[key]

    changes = {
        edit: Change(
            tokens(sources.get(int(edit.sentence), ""), edit),
            edit.start,
            edit.end,
            tokens(edit.correction, edit),
        )
        for edit in edits
    }
    # A mark may be older than the text; then its place is no longer that of its words.
    fitting = {
        edit: change
        for edit, change in changes.items()
        if change.source[change.start : change.end] == tokens(edit.original, edit)
    }
    types = error_types(list(fitting.values()), scorer, progress)
    return [
        replace(edit, kind=types[fitting[edit]]) if fitting.get(edit) in types else edit for edit in edits
    ]
