"""A small campaign and what people usually do with one, all of it through the pages."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile

from tests.stories.person import PASSWORD, Person, file

ANIMALS = (
    *("dog", "cat", "cow", "hen", "fox", "owl", "pig", "bee", "elk", "yak", "ape", "hare"),
    *("goat", "wolf", "bear", "deer", "duck", "toad", "newt", "crow", "mole", "seal", "lynx", "swan"),
)
SENTENCES = [f"The {animal} run to house number {number} ." for number, animal in enumerate(ANIMALS, 1)]
# Everybody likes NORTH best. Some outputs are the same, as those of real systems are.
SYSTEMS: dict[str, list[str]] = {
    "NORTH": [line.replace("run", "runs") for line in SENTENCES],
    "SOUTH": [line.replace("run", "ran" if n % 6 else "runs") for n, line in enumerate(SENTENCES)],
    "EAST": [line.replace("run", "running") if n % 5 else line for n, line in enumerate(SENTENCES)],
}
TASTE = ("runs", "ran", "running", "run")
TO_THE_TASK = "Start judging", "Go to your task", "Closed: see your task"
MORE = "Start judging", "Continue"


def output_files(systems: Mapping[str, Sequence[str]] = SYSTEMS) -> list[SimpleUploadedFile]:
    return [file(f"{name}.txt", lines) for name, lines in systems.items()]


def upload(manager: Person, title: str, **changes: Any) -> Person:
    """Hand in the files of a new campaign; what comes is the preview."""
    files = {"Source file": file("source.txt", SENTENCES), "System outputs": output_files()}
    wanted = {"Title": title, **files, "sentences stand alone": True, **changes}
    return manager.visit("/").follow("New campaign").fill(wanted).press("Go to the preview")


def make_campaign(
    manager: Person, *, items: int = 6, judges_each: int = 2, with_input: bool = True
) -> Person:
    """A campaign with items, not yet open. The manager stands at its desk."""
    upload(manager, "Animals", **{"Include the unchanged source": with_input}).press("Create")
    plan = {"Judges per item": judges_each, "Items shown again": 0}
    manager.follow("Design").fill(plan).press("Save the plan")
    manager.fill({"Items to sample": items, "Seed": 1, "more than once": False})
    return manager.press("Sample the items").follow("Overview")


def open_campaign(manager: Person, title: str = "Animals") -> Person:
    return desk(manager, title).follow("Open for judging").press("Open for judging")


def desk(manager: Person, title: str = "Animals") -> Person:
    return manager.visit("/").follow(title)


def invite(manager: Person, *names: str, title: str = "Animals") -> dict[str, str]:
    """Links by name."""
    desk(manager, title).follow("Judges").follow("Add judges").fill({"Names": "\n".join(names)})
    manager.press("Add judges")
    return {name: manager.row(name)[1] for name in names}


def join(link: str, username: str, password: str = PASSWORD) -> Person:
    """Somebody opens an invitation and takes an account."""
    person = Person().visit(link)
    person.fill({"User name": username, "Password": password, "Repeat password": password})
    return person.press("Take part")


def judges(manager: Person, *names: str, title: str = "Animals") -> list[Person]:
    """Invited people who have come; the user name is the name in small letters."""
    return [join(link, name.lower()) for name, link in invite(manager, *names, title=title).items()]


def task(judge: Person, title: str = "Animals") -> Person:
    """The page of a judge in a campaign."""
    judge.visit("/")
    return judge.follow(next(words for words in TO_THE_TASK if judge.offers(words)), within=title)


def start(judge: Person, title: str = "Animals") -> Person:
    """To the first or next item, if there is one."""
    task(judge, title)
    for words in MORE:
        if judge.offers(words):
            return judge.press(words)
    return judge


def by_taste(outputs: Sequence[str]) -> list[int]:
    """Ranks without gaps, in the order of TASTE, and last what makes no sense."""

    def place(text: str) -> int:
        if "to house number" not in text:
            return len(TASTE)
        return next(place for place, verb in enumerate(TASTE) if re.search(rf"\b{verb}\b", text))

    places = [place(text) for text in outputs]
    return [sorted(set(places)).index(place) + 1 for place in places]


def judge_all(
    judge: Person, *, most: int = 1000, ranks: Callable[[Sequence[str]], list[int]] = by_taste
) -> int:
    """Rank item after item until there are none; how many there were."""
    start(judge)
    done = 0
    while judge.outputs() and done < most:
        judge.rank(*ranks(judge.outputs())).press("Submit")
        done += 1
    return done


def ranking_count(manager: Person, title: str = "Animals") -> int:
    """What the list of campaigns says."""
    cells = manager.visit("/").row(title)
    return int(cells[2].split()[0].replace(",", ""))


def report(manager: Person, title: str = "Animals") -> Person:
    return desk(manager, title).follow("Report")


def ranking(person: Person, table: str = "Expected Wins, sentences") -> list[list[str]]:
    """The first four words of every row of a ranking in view, such as rank, system and score."""
    return [" ".join(row).split()[:4] for row in person.table(table)]
