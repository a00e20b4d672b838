"""What metrics say, a file for each section: words, tables, figures, and `describe`, which orders them."""
