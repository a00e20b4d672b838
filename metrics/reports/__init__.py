"""What metrics contribute to a report of human judgment: sections, tables and files of its archive."""
