"""`paper.zip`: a report with its data, codebook and recipe in one file, and how such a file is verified."""
