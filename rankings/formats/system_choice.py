"""Some of the systems of judgments or outputs, chosen by name."""

import difflib
from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from appraise_gec.words import visible
from rankings.formats.problems import quoted

NAMED_SYSTEMS = 30


@dataclass(frozen=True, slots=True)
class SystemChoice:
    """Which systems take part.

    Attributes:
        only: the only ones; all if empty.
        without: left out, also of `only`.
    """

    only: tuple[str, ...] = ()
    without: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.only or self.without)

    @property
    def settings(self) -> dict[str, list[str]]:
        """As a recipe tells them."""
        return {"systems": list(self.only), "without_systems": list(self.without)}

    def among(self, known: Iterable[str], *, missing_ok: bool = False) -> tuple[str, ...]:
        """The chosen ones of these names, in their order.

        Raises:
            ValueError: a chosen name that is not among them, unless `missing_ok`; no system left.
        """
        names = tuple(known)
        if not missing_ok:
            self.check(names)
        wanted = set(self.only or names) - set(self.without)
        kept = tuple(name for name in names if name in wanted)
        if not kept and not missing_ok:
            raise ValueError(f"no system is left; the systems are {_listed(names)}")
        return kept

    def check(self, known: Collection[str]) -> None:
        """Raise ValueError where a chosen name is not among the known ones; it suggests a similar one."""
        for name in (*self.only, *self.without):
            if name not in known:
                near = _similar(name, known)
                meant = f"; did you mean {near}?" if near else ""
                raise ValueError(
                    f"no system is called {quoted(name)}{meant or '.'} The systems are {_listed(known)}"
                )


ALL_SYSTEMS = SystemChoice()


def _similar(name: str, known: Collection[str]) -> str:
    """Up to three of the known names that may have been meant."""
    looks: dict[str, list[str]] = defaultdict(list)
    for other in known:
        looks[other.casefold()].append(other)
    near = difflib.get_close_matches(name.casefold(), looks, n=3, cutoff=0.5)
    return " or ".join(quoted(other) for look in near for other in looks[look])


def _listed(names: Collection[str]) -> str:
    shown = [visible(name) for name in list(names)[:NAMED_SYSTEMS]]
    more = len(names) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more else "")
