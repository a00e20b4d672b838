"""Damage an output so that every reader notices that it is worse."""

import random

LEAST_TOKENS = 5


def damage(text: str, seed: int) -> str | None:
    """The text with its tokens in disorder and every fourth one missing; None if it is too short for that.

    Tokens are the words between spaces; characters where there are too few words, as in scripts without
    spaces. The same text and seed give the same result, which is never the text itself.
    """
    joint, tokens = " ", text.split()
    if len(tokens) < LEAST_TOKENS:
        joint, tokens = "", [character for character in text if not character.isspace()]
    # All tokens alike cannot be put into disorder.
    if len(tokens) < LEAST_TOKENS or len(set(tokens)) < LEAST_TOKENS - 1:
        return None
    kept = [token for place, token in enumerate(tokens) if place % 4 != 1]
    chance = random.Random(seed)
    half = len(kept) // 2
    # Two halves, each shuffled and then interleaved: no long run of words survives by luck.
    first, second = kept[:half], kept[half:]
    chance.shuffle(first)
    chance.shuffle(second)
    mixed = [token for pair in zip(second, first, strict=False) for token in pair] + second[half:]
    return joint.join(mixed)
