"""From texts to a campaign: what they are, what is wrong with them, and storing them."""
