"""Files that people hand in: kept, read, looked at, confirmed. A kind of upload says what becomes of them."""
