from appraise_gec.library.agreement import agreement
from appraise_gec.library.convert import convert
from appraise_gec.library.correlate import correlate
from appraise_gec.library.finding import Finding
from appraise_gec.library.head_to_head import head_to_head
from appraise_gec.library.judges import judges
from appraise_gec.library.judgments import Evaluation, read_judgments
from appraise_gec.library.maege import maege
from appraise_gec.library.plan import plan
from appraise_gec.library.rank import rank
from appraise_gec.library.reproduce import reproduce
from appraise_gec.library.sample import sample
from appraise_gec.library.score import score
from appraise_gec.library.stats import stats
from appraise_gec.library.validate import validate

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
