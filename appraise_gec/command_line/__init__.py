"""What all commands share: input files with their hashes, JSON documents, tables, progress, errors.

Nothing here needs Django or a numerical library, so that help and refusals come at once.
"""
