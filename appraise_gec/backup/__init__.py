"""Backups of the whole site in one file, and the way back, on both databases.

A backup is a tar file: `about.json`, the rows of every table as JSON lines, and `end.json` with counts and
checksums. Nothing in it depends on the database that it came from.
"""
