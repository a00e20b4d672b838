"""Texts and outputs that many judgments of a file have in common, kept once."""

from typing import Any

from rankings.formats.fields import parse_rank, split_systems
from rankings.formats.records import JudgedOutput, Judgment


class SharedParts:
    """Replaces equal parts of judgments by one and the same object.

    A few judges, sentences, systems and ranks make a million judgments; kept once, these take a fifth of the
    memory.
    """

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}
        self._written: dict[tuple[str, str], JudgedOutput] = {}
        self._outputs: dict[tuple[tuple[str, ...], int], JudgedOutput] = {}

    def text(self, text: str) -> str:
        """An equal text."""
        return self._texts.setdefault(text, text)

    def output(self, systems: tuple[str, ...], rank: int) -> JudgedOutput:
        """The output of these systems with this rank."""
        key = (systems, rank)
        output = self._outputs.get(key)
        if output is None:
            output = self._outputs[key] = JudgedOutput(systems, rank)
        return output

    def known_output(self, systems: Any, rank: Any) -> JudgedOutput | None:
        """The output of a list of systems and a rank that were there before; None for anything else."""
        # True and 1.0 equal 1, and are no ranks.
        if type(rank) is not int or type(systems) is not list:
            return None
        try:
            return self._outputs.get((tuple(systems), rank))
        except TypeError:
            return None

    def written_output(self, names: str, rank: str) -> JudgedOutput | None:
        """The output of systems and rank as a file writes them; None where one of both cannot be read."""
        key = (names, rank)
        output = self._written.get(key)
        if output is None:
            systems, value = split_systems(names), parse_rank(rank)
            if systems and value is not None:
                output = self._written[key] = self.output(systems, value)
        return output

    def judgment(self, judgment: Judgment) -> Judgment:
        """An equal judgment."""
        text = self.text
        return Judgment(
            text(judgment.judge),
            text(judgment.sentence),
            tuple([self.output(output.systems, output.rank) for output in judgment.outputs]),
            judgment.item if judgment.item != judgment.sentence else text(judgment.item),
            judgment.document and text(judgment.document),
            judgment.result_set and text(judgment.result_set),
            judgment.seconds,
            judgment.skipped,
            text(judgment.source_language),
            text(judgment.target_language),
            judgment.active_seconds,
            judgment.opened_at,
            judgment.submitted_at,
            judgment.guidelines_version,
        )
