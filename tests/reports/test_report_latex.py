"""Tables for papers: whatever a name holds, LaTeX prints it and runs none of it."""

import re
from functools import cache
from typing import Any

import pytest
from appraise_gec.report.tables import DESCRIBED
from hypothesis import given
from hypothesis import strategies as st

from appraise_gec.present.latex import escape
from rankings.analysis.survey import AnswerCount, JudgesSurvey, SurveyQuestionCounts
from rankings.formats.edit_marks import EditJudgment, Verdict
from rankings.formats.results import to_json
from tests.reports.table_files import table_latex
from tests.reports.test_report_sections import computed, judgments

ODD = r"\input{x} $a_1^2$ 50% & #1 ~{b} [c] <d> \\ *"


def unescaped_specials(text: str) -> str:
    """What is left of the characters that LaTeX acts on, when all known escapes are taken away."""
    known = r"\\(?:text[a-z]+|ldots)\{\}|\\,|\\[{}$&#_%]|\{\[\}|\{\*\}|\$[-a-z\\]+\$"
    return "".join(re.findall(r"[\\{}$&#_%~^\[*]", re.sub(known, "", text)))


@given(st.text())
def test_no_text_is_a_command(text: str) -> None:
    assert unescaped_specials(escape(text)) == ""
    assert "\n" not in escape(text)


@cache
def odd_report() -> dict[str, Any]:
    other = {sentence: {"A": 3, ODD: 2, "C": 1} for sentence in (1, 5, 8)}
    made = judgments(12, {"A": 1, ODD: 2, "C": 3}, {"A": 2, ODD: 1, "C": 2}, but=other)
    verdicts: tuple[Verdict, ...] = ("", "wrong", "unneeded")
    edits = [
        EditJudgment(judge, str(sentence), (ODD, "A"), 1, 2, ODD, "b_c", verdict, kind="replacement")
        for judge in ("j0", "j1")
        for sentence, verdict in enumerate(verdicts)
    ]
    document = computed(made, edits, parts=("validation",), replicates=20)
    odd = SurveyQuestionCounts("50 % & more?", "before", False, 6, (AnswerCount(r"\input{x} & y_z", 4),), 2)
    return {**document, "survey": to_json(JudgesSurvey(6, 5, 3, (odd,)))}


@pytest.mark.parametrize("name", sorted(DESCRIBED))
def test_every_table_is_a_whole_tabular(name: str) -> None:
    text = table_latex(name, odd_report()).decode()
    assert r"\input" not in text
    lines = text.splitlines()
    body = lines[next(place for place, line in enumerate(lines) if "begin{tabular}" in line) :]
    body = body[: body.index(r"\end{tabular}") + 1]
    columns = re.fullmatch(r"\\begin\{tabular\}\{@\{\}((?:[lr]|p\{[\d.]+pt\})+)@\{\}\}", body[0])
    assert columns
    assert body[1] == r"\toprule"
    assert r"\midrule" in body
    assert body[-2:] == [r"\bottomrule", r"\end{tabular}"]
    rows = [line for line in body[2:-2] if line != r"\midrule"]
    assert len(rows) > 1
    sides = re.sub(r"\{[\d.pt]+\}", "", columns[1])
    for row in rows:
        end = re.search(r" (\\\\|\\tabularnewline)$", row)
        assert end, row
        cells = re.split(r"(?<!\\)&", row.removesuffix(end[0]))
        assert len(cells) == len(sides), row
