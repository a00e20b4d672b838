from appraise_gec.library.analyses import agreement, head_to_head, plan, rank
from appraise_gec.library.finding import Finding
from appraise_gec.library.judgments import read_judgments
from appraise_gec.library.scores import correlate, score
from rankings.formats.columns import Judgments

__version__: str

__all__ = [
    "Finding",
    "Judgments",
    "agreement",
    "correlate",
    "head_to_head",
    "plan",
    "rank",
    "read_judgments",
    "score",
]
