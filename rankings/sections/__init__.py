"""What a report says, a file for each section: words, tables, and `describe`, which orders them."""
