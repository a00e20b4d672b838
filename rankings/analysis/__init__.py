"""Statistics of human rankings: numpy arrays in, dataclasses out. Without Django."""
