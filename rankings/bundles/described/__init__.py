"""What a bundle holds of each model: files and columns, described once."""
