"""What a report shows that does not follow from rankings and marks: taken over into an archive as it is."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rankings.analysis.results.survey import JudgesSurvey
from rankings.formats.json_form import MEMBERS, from_json, result
from rankings.reports.paper.pseudonyms import named_in

BESIDE = {"maege": "how metrics order partly corrected sentences (MAEGE), which takes gold edits"}


@result("taken-over", version=1)
@dataclass(frozen=True, slots=True)
class TakenOver:
    """Stated by the recipe of an archive; verification believes it.

    Attributes:
        survey: who the judges are: single answers are in no archive.
        beside: results of other applications, by key, that no data of the archive determine.
    """

    survey: JudgesSurvey | None = None
    beside: Mapping[str, Any] = field(default_factory=dict, metadata=MEMBERS)

    @classmethod
    def of(cls, result: Mapping[str, Any]) -> "TakenOver":
        """From the result of a report, as JSON values."""
        taken = {key: result[key] for key in BESIDE if key in result}
        return from_json(cls, {"survey": result.get("survey"), **taken})

    @classmethod
    def stated(cls, recipe: Mapping[str, Any]) -> "TakenOver":
        """From recipe.json. Raises ValueError where it cannot be read; the message names the place."""
        return from_json(cls, recipe.get("taken_over", {}))

    @property
    def names(self) -> list[str]:
        """What is taken over, in words."""
        named = ["who the judges are"] if self.survey is not None else []
        return named + [title for key, title in BESIDE.items() if key in self.beside]


def named_in_survey(survey: JudgesSurvey | None, systems: Iterable[str]) -> str:
    """The first of the systems that a question or an answer names; empty where none does."""
    questions = () if survey is None else survey.questions
    texts = [text for one in questions for text in (one.question, *(given.answer for given in one.answers))]
    return named_in("\n".join(texts), systems)
