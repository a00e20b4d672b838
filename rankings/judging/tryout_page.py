"""The item that visitors of the start page can rank. Nothing is stored: the address holds the ranks."""

from collections.abc import Iterable, Mapping
from typing import Any

from rankings.demo.tryout import tryout_item, tryout_result
from rankings.judging.answers import read_ranks
from rankings.judging.pages import rows_of
from rankings.judgments.ranking_wording import letters_in_turn


def tryout_context(query: Mapping[str, str]) -> dict[str, Any]:
    """The item, with the ranks of the address and, where each output has one, what they yield."""
    item = tryout_item()
    ranks = read_ranks(query, len(item.outputs))
    given = [rank for rank in ranks if rank is not None]
    missing = [row for row, rank in enumerate(ranks) if rank is None] if given else []
    rows = rows_of(item.source, item.outputs, ranks, missing)
    context: dict[str, Any] = {
        "item": item,
        "rows": rows,
        "scale": range(1, len(rows) + 1),
        "missing": [rows[row] for row in missing],
    }
    if len(given) == len(ranks):
        result = tryout_result(given)

        def letters(numbers: Iterable[int]) -> str:
            return letters_in_turn([rows[number].letter for number in numbers])

        context |= {
            "result": result,
            "verdicts": [
                {
                    "letter": rows[verdict.row].letter,
                    "systems": verdict.systems,
                    "better_than": letters(verdict.better_than),
                    "tied_with": letters(verdict.tied_with),
                    "worse_than": letters(verdict.worse_than),
                }
                for verdict in result.verdicts
            ],
        }
    return context
