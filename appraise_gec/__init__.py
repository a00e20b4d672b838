"""Appraise GEC: which grammatical error correction system do people prefer?"""

import os

__version__ = "0.2.0"

# The matrices of this program are small: threads of the linear algebra library wait for each other longer
# than they compute, ten times as long on a busy machine. It reads this once, when numpy is first imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
