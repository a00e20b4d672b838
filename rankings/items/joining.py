"""One system more, or less, among the outputs that an item shows; the others stay as they are."""

import random

from rankings.formats.records import OutputSet


def join(
    shown: OutputSet,
    full: OutputSet,
    system: str,
    *,
    most: int,
    chance: random.Random,
    always: bool = False,
) -> OutputSet:
    """What an item shows once a system has joined, given what it showed without it.

    Where the system's output is shown already, the system stands behind it, too. Else it is added, and takes
    the place of another output where the item is full: with the probability with which `most` outputs drawn
    from all would hold it, so that the item is again a random choice of them.

    Args:
        shown: outputs of the item without the system.
        full: all distinct outputs of the sentence, those of the system included.
        system: its name.
        most: outputs that an item shows.
        chance: source of chance.
        always: whether the output is shown in any case. Outputs are then no random choice of all, but which
            others they are is still left to chance.
    """
    place = next(k for k, systems in enumerate(full.systems) if system in systems)
    text = full.texts[place]
    kept = list(shown.texts)
    if text not in kept:
        known = len(full.systems[place]) > 1
        if known and not always:
            return shown  # An output that was there before, and was not drawn.
        if len(kept) < most:
            kept.append(text)
        elif always or chance.random() < most / len(full):
            kept[int(chance.random() * len(kept))] = text
    return _chosen(full, kept)


def leave(shown: OutputSet, full: OutputSet, *, most: int, chance: random.Random) -> OutputSet:
    """What an item shows once a system has left: an output of its own goes, another one comes in its place.

    Args:
        shown: outputs of the item.
        full: all distinct outputs of the sentence without the system.
        most: outputs that an item shows.
        chance: source of chance.
    """
    kept = [text for text in shown.texts if text in full.texts]
    others = [text for text in full.texts if text not in kept]
    while others and len(kept) < min(most, len(shown.texts)):
        kept.append(others.pop(int(chance.random() * len(others))))
    return _chosen(full, kept)


def _chosen(full: OutputSet, texts: list[str]) -> OutputSet:
    """These outputs, in the order of the sentence, with all systems behind them."""
    kept = [k for k, text in enumerate(full.texts) if text in texts]
    return OutputSet(tuple(full.texts[k] for k in kept), tuple(full.systems[k] for k in kept))
