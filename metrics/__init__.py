"""Automatic metrics of grammatical error correction, and how well they agree with people."""

# Part of every score's signature: the release of Appraise GEC that computed it.
__version__ = "0.2.0"
