"""What some formats have to know of all judgments before they write the first."""

from collections.abc import Iterable
from dataclasses import dataclass

from rankings.formats.records import Judgment


@dataclass(frozen=True, slots=True)
class Extent:
    """How wide a file of these judgments is.

    Attributes:
        outputs: the most distinct outputs of one judgment.
        systems: the names of all systems, in the order of their bytes.
    """

    outputs: int
    systems: tuple[str, ...]

    @classmethod
    def of(cls, judgments: Iterable[Judgment]) -> "Extent":
        """Goes over all of them, and keeps none."""
        outputs = 0
        groups: set[tuple[str, ...]] = set()
        for judgment in judgments:
            outputs = max(outputs, len(judgment.outputs))
            groups.update([output.systems for output in judgment.outputs])
        return cls.of_names(outputs, {name for group in groups for name in group})

    @classmethod
    def of_names(cls, outputs: int, names: Iterable[str]) -> "Extent":
        return cls(outputs, tuple(sorted(names, key=lambda name: name.encode("utf-8", "surrogatepass"))))
