"""Automatic metrics of grammatical error correction, and how well they agree with people."""
