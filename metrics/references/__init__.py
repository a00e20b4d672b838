"""Gold edits and reference texts. Without Django."""
