from appraise_gec.library.analyses import agreement, head_to_head, judges, plan, stats, validate
from appraise_gec.library.convert import convert
from appraise_gec.library.finding import Finding
from appraise_gec.library.judgments import Evaluation, read_judgments
from appraise_gec.library.metrics import correlate, maege, score
from appraise_gec.library.ranking import rank
from appraise_gec.library.reproduce import reproduce
from appraise_gec.library.sample import sample

__version__: str
__all__ = [
    "Evaluation",
    "Finding",
    "agreement",
    "convert",
    "correlate",
    "head_to_head",
    "judges",
    "maege",
    "plan",
    "rank",
    "read_judgments",
    "reproduce",
    "sample",
    "score",
    "stats",
    "validate",
]
