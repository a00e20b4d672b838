"""What is found about judgments, with the recipe of both."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from appraise_gec.library.arguments import ArgumentError
from appraise_gec.library.finding import Finding
from rankings.analysis.choices import (
    BootstrapUnit,
    Convention,
    SpeaksFor,
    judges_spoken_for,
    usual_replicates,
)
from rankings.analysis.methods import Method

if TYPE_CHECKING:
    from appraise_gec.library.judgment_files import Evaluation
    from appraise_gec.present.blocks import Section

Result = TypeVar("Result")


def settled_ranking(
    method: Method,
    replicates: int | None,
    speaks_for: SpeaksFor | None,
    unit: BootstrapUnit,
    convention: Convention,
) -> dict[str, Any]:
    """How many resamplings there are and for whom they speak, also where nobody said it."""
    try:
        target = judges_spoken_for(speaks_for, unit, convention)
    except ValueError as error:
        raise ArgumentError(f"speaks_for: {error}") from None
    return {
        "replicates": usual_replicates(method) if replicates is None else replicates,
        "speaks_for": target,
    }


def found_in(
    judged: "Evaluation",
    found: Result,
    described: "Callable[[], Section]",
    told: Mapping[str, Any] | None = None,
    *,
    methods: Sequence[Method] = (),
    settled: Mapping[str, Any] | None = None,
    unfolded: Sequence[str] = (),
) -> Finding[Result]:
    """A finding about judgments; versions of numerical libraries belong to it, as their last bits differ."""
    from rankings.analysis.software import software_versions

    told = told or {}
    return Finding(
        found,
        described,
        judged.inputs,
        judged.warnings,
        told,
        unfolded=unfolded,
        settled={**judged.selection.settings, **(settled or {})},
        made_with={"software": software_versions(methods)},
    )
