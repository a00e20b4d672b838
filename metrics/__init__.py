"""Automatic metrics of grammatical error correction, and how well they agree with people."""

# The release of Appraise GEC, part of every score's signature.
__version__ = "0.2.0"
