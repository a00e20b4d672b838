"""The findings of all sections, for the summary."""

from appraise_gec.report.result import ReportResult
from rankings.reports.sections.agreement import agreement_sentence
from rankings.reports.sections.head_to_head import significance_sentence
from rankings.reports.sections.judges import left_out_sentence
from rankings.reports.sections.methods import order_sentence
from rankings.reports.sections.rejected_edits import rejected_edits_sentence
from rankings.tables.head_to_head import leading_test
from rankings.tables.methods import side_by_side


def finding_sentences(result: ReportResult) -> dict[str, str]:
    """By the key of a section, its finding; sections without one are left out."""
    sentences = {
        "methods": order_sentence(side_by_side(result.ranking, result.methods)),
        "head-to-head": significance_sentence(result, leading_test(result.head_to_head))
        if result.head_to_head.pairs
        else "",
        "judges": left_out_sentence(result),
        "agreement": agreement_sentence(result.agreement),
        "edits": rejected_edits_sentence(result),
    }
    return {key: sentence for key, sentence in sentences.items() if sentence}
