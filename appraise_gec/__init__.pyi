from appraise_gec.library.analyses import agreement, head_to_head, judges, plan, rank, stats, validate
from appraise_gec.library.finding import Finding
from appraise_gec.library.items import convert, sample
from appraise_gec.library.judgments import Judgments, read_judgments
from appraise_gec.library.papers import reproduce
from appraise_gec.library.scores import correlate, maege, score

__version__: str

__all__ = [
    "Finding",
    "Judgments",
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
