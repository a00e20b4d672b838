"""What researchers do: compute statistics, read them, take judgments in and out."""
