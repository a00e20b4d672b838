"""Tables of a stored report as the bytes of their files."""

from typing import Any

from appraise_gec.report.tables import DESCRIBED

from appraise_gec.present import csv, latex
from appraise_gec.report.result import report_result


def table_csv(name: str, result: dict[str, Any]) -> bytes:
    return csv.write(DESCRIBED[name](report_result(result)))


def table_latex(name: str, result: dict[str, Any]) -> bytes:
    return latex.write(DESCRIBED[name](report_result(result)))
