"""What every command answers, held by value.

Numbers have to be the stored ones within 1e-12, names and structure the same. Compared are the fields of
`cases.FIELDS`: those that programs rely on, and other numbers that people read. Recipes, versions, titles,
notes, reasons and warnings are not compared. Of `convert` the text is held, of `reproduce` how many numbers
of each table are equal, of a call that is refused its status. Long lists and texts are thinned.
`python -P -m tests.golden --write` stores anew what has moved on purpose, and prints it.
"""

import pytest

from tests.golden.answers import EXPECTED, answer, differences, expected
from tests.golden.cases import CASES, EXACT, REPRODUCE, TOLERANCE
from tests.golden.files import make_files


@pytest.fixture(scope="session")
def files(shared, tmp_path_factory):
    return make_files(tmp_path_factory.mktemp("golden"), shared / "data")


@pytest.mark.parametrize("name", [name for name in CASES if name != REPRODUCE])
def test_the_answer_is_the_stored_one(name, files):
    command = CASES[name].split()[0]
    found = list(differences(expected(name), answer(name, files), TOLERANCE.get(command, EXACT)))
    assert not found, "\n".join(found[:40])


def test_nothing_is_stored_for_calls_that_are_not_made():
    assert {path.stem for path in EXPECTED.glob("*.json")} == set(CASES)
