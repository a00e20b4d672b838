"""What must hold between rows of a bundle, and no constraint of the database says."""

from array import array
from collections.abc import Callable, Mapping
from typing import Any

from appraise_gec.words import plural
from rankings.formats.problems import figure
from rankings.formats.records import Problem

Row = Mapping[str, Any]


class Consistency:
    """Sees every row once, in the order of the tables. Keeps a few bytes of each."""

    def __init__(self) -> None:
        self._looks: dict[str, Callable[[Row], str]] = {
            "campaign": self._campaign,
            "sentences": self._sentence,
            "item_outputs": self._item_output,
            "item_output_systems": self._item_output_system,
            "assignments": self._assignment,
            "rankings": self._ranking,
            "ranks": self._rank,
            "edit_marks": self._rank,
        }
        self._campaigns = 0
        self._sentences = 0
        self._highest_index = -1
        # By id less one.
        self._item_of_output: array[int] = array("q")
        self._item_of_ranking: array[int] = array("q")
        self._outputs_of_item: dict[int, int] = {}

    def problem(self, table: str, row: Row) -> str:
        """What is wrong with the row; "" where nothing is."""
        look = self._looks.get(table)
        return look(row) if look else ""

    def at_end(self) -> list[Problem]:
        """What is wrong with tables as wholes."""
        problems = []
        if self._campaigns != 1:
            message = f"Expected one line, not {figure(self._campaigns)}."
            problems.append(Problem("campaign.jsonl", message))
        if self._highest_index != self._sentences - 1:
            last = self._sentences - 1
            message = f"index: expected the numbers from 0 to {last}, not {self._highest_index}."
            problems.append(Problem("sentences.csv", message))
        return problems

    def _campaign(self, _row: Row) -> str:
        self._campaigns += 1
        return ""

    def _sentence(self, row: Row) -> str:
        self._sentences += 1
        self._highest_index = max(self._highest_index, row["index"])
        return ""

    def _item_output(self, row: Row) -> str:
        self._item_of_output.append(row["item"])
        self._outputs_of_item[row["item"]] = self._outputs_of_item.get(row["item"], 0) + 1
        return ""

    def _item_output_system(self, row: Row) -> str:
        return self._output_of(row["output"], row["item"])

    def _assignment(self, row: Row) -> str:
        outputs = self._outputs_of_item.get(row["item"], 0)
        if row["order"] and sorted(row["order"]) != list(range(outputs)):
            return f"order: expected every position from 0 to {outputs - 1} of the item once."
        if row["draft"] is not None and len(row["draft"]["ranks"]) != outputs:
            return plural(
                outputs,
                "draft: expected a rank for the {n} output of the item.",
                "draft: expected ranks for the {n} outputs of the item.",
            )
        return ""

    def _ranking(self, row: Row) -> str:
        self._item_of_ranking.append(row["item"])
        return ""

    def _rank(self, row: Row) -> str:
        # What is missing above is a problem there.
        if row["ranking"] > len(self._item_of_ranking):
            return ""
        return self._output_of(row["output"], self._item_of_ranking[row["ranking"] - 1])

    def _output_of(self, output: int, item: int) -> str:
        if output > len(self._item_of_output) or self._item_of_output[output - 1] == item:
            return ""
        return f"output: expected an output of item {item}, not {output}."
