"""MaxMatch written down as literally as can be, slow and for a few words only: the oracle of the tests.

Dictionaries instead of arrays, every triple of vertices, label-correcting passes over all arcs.
"""

from itertools import product

EPSILON = 0.001
INFINITE = float("inf")


def lattice(source, hypothesis, most_unchanged):
    """Vertices, arcs in order with repetitions, and per arc (steps, unchanged words)."""
    base = []
    for substitution in (1, 2):
        base += cheapest_steps(source, hypothesis, substitution)
    entries = sorted((start, end) for start, end, _ in base)
    arcs = {(start, end): (1, int(kind == "keep")) for start, end, kind in base}
    vertices = sorted({vertex for arc in arcs for vertex in arc} | {(0, 0)})
    for k, i, j in product(vertices, repeat=3):
        if (i, k) in arcs and (k, j) in arcs:
            steps = arcs[i, k][0] + arcs[k, j][0]
            unchanged = arcs[i, k][1] + arcs[k, j][1]
            if steps < arcs.get((i, j), (INFINITE, 0))[0] and unchanged <= most_unchanged:
                arcs[i, j] = (steps, unchanged)
                entries.append((i, j))
    for arc, (steps, unchanged) in list(arcs.items()):
        if steps > 1 and steps == unchanged:
            del arcs[arc]
    return vertices, [arc for arc in entries if arc in arcs], arcs


def cheapest_steps(source, hypothesis, substitution):
    """Every step on some cheapest way from source to hypothesis."""
    n, m = len(source), len(hypothesis)
    costs = {(0, 0): 0}
    into = {}
    for i, j in product(range(n + 1), range(m + 1)):
        ways = []
        if i and j:
            same = source[i - 1] == hypothesis[j - 1]
            kind = "keep" if same else "substitute"
            ways.append((costs[i - 1, j - 1] + (0 if same else substitution), (i - 1, j - 1), kind))
        if i:
            ways.append((costs[i - 1, j] + 1, (i - 1, j), "delete"))
        if j:
            ways.append((costs[i, j - 1] + 1, (i, j - 1), "insert"))
        if ways:
            costs[i, j] = min(ways)[0]
            into[i, j] = [(origin, kind) for cost, origin, kind in ways if cost == costs[i, j]]
    steps, waiting, seen = [], [(n, m)], {(n, m)}
    while waiting:
        end = waiting.pop()
        for origin, kind in into.get(end, []):
            steps.append((origin, end, kind))
            if origin not in seen:
                seen.add(origin)
                waiting.append(origin)
    return steps


def edit_of(arc, hypothesis):
    (i, j), (k, m) = arc
    return i, k, " ".join(hypothesis[j:m])


def is_gold(arc, hypothesis, gold):
    start, end, text = edit_of(arc, hypothesis)
    return (start, end) == gold[:2] and text in gold[2]


def is_noop(arc, arcs):
    return arcs[arc][0] == arcs[arc][1]


def weights(entries, arcs, hypothesis, golds):
    """Weight of every arc. `golds` are (start, end, corrections)."""
    weight = {arc: float(arcs[arc][0]) for arc in entries}
    places: dict = {}
    for arc in entries:
        if arc[0][0] == arc[1][0]:
            places.setdefault(arc[0][0], []).append(arc)
        elif any(is_gold(arc, hypothesis, gold) for gold in golds):
            weight[arc] = -float(len(entries))
        elif not is_noop(arc, arcs):
            weight[arc] += EPSILON
    for place, inserted in places.items():
        waiting = sorted(inserted)
        rest = [gold for gold in golds if gold[:2] == (place, place)]
        left = True
        while waiting:
            arc = waiting.pop(0 if left else -1)
            order = rest if left else rest[::-1]
            hit = next((gold for gold in order if is_gold(arc, hypothesis, gold)), None)
            if hit is None:
                weight[arc] += EPSILON
                left = not left
                continue
            weight[arc] = -float(len(entries))
            used = len(rest) - 1 - rest[::-1].index(hit) if not left else rest.index(hit)
            rest = rest[used + 1 :] if left else rest[:used]
            while waiting and (waiting[0][0] != arc[1] if left else waiting[-1][1] != arc[0]):
                weight[waiting.pop(0 if left else -1)] += EPSILON
    return weight


def best_path(vertices, entries, weight):
    """The path that repeated passes over all arcs find."""
    distance = dict.fromkeys(vertices, INFINITE) | {(0, 0): 0.0}
    origin = {}
    for _ in vertices[1:]:
        for start, end in entries:
            if distance[start] + weight[start, end] < distance[end]:
                distance[end] = distance[start] + weight[start, end]
                origin[end] = start
    path: list = []
    vertex = vertices[-1]
    while vertex in origin:
        path.insert(0, (origin[vertex], vertex))
        vertex = origin[vertex]
    return path


def proposed_edits(source, hypothesis, golds, most_unchanged=2, ignore_whitespace_casing=False):
    """The proposed edits (start, end, text), each with the index of its gold edit or None."""
    vertices, entries, arcs = lattice(source, hypothesis, most_unchanged)
    weight = weights(entries, arcs, hypothesis, golds)
    edits, pointer = [], 0
    for arc in best_path(vertices, entries, weight):
        if is_noop(arc, arcs):
            continue
        start, end, text = edit_of(arc, hypothesis)
        before = "".join(source[start:end]).lower()
        if ignore_whitespace_casing and before == text.replace(" ", "").lower():
            continue
        hits = [g for g in range(pointer, len(golds)) if is_gold(arc, hypothesis, golds[g])]
        if hits:
            pointer = hits[0] + 1
        edits.append(((start, end, text), hits[0] if hits else None))
    return edits
