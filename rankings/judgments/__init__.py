"""Judgments out of the database and into it: records, import, export."""
