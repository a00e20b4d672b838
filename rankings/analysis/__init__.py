"""Statistics of human rankings: numpy arrays in, frozen dataclasses out beside them."""
