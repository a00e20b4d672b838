"""What outputs are compared with: gold edits and reference texts. Without Django."""
