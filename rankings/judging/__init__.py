"""What judges do: get an item, rank its outputs, go on."""
