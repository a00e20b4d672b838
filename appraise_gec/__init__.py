"""Appraise GEC: which grammatical error correction system do people prefer?"""

__version__ = "0.1.0"
