"""Parts of a page that are rendered once: each form by itself, and nothing of one judge on another's page."""

import re

from django.utils import translation

from rankings.judging.fragments import kept_fragment


def scale(**changes: object) -> str:
    form: dict[str, object] = {
        "number": 1,
        "chosen": None,
        "needs_rank": False,
        "scale": range(1, 4),
        "is_open": True,
        "look_2015": False,
    }
    return kept_fragment("judging/scale.html", **(form | changes))


def checked(text: str) -> list[str]:
    return re.findall(r'value="(\d)" required checked', text)


def test_each_form_is_rendered_by_itself() -> None:
    for _ in range(2):
        assert checked(scale()) == []
        assert checked(scale(chosen=2)) == ["2"]
        assert checked(scale(chosen=3)) == ["3"]
        assert 'name="rank-4"' in scale(number=4)
        assert "disabled" in scale(is_open=False)
        assert "disabled" not in scale()
        assert "autofocus" in scale(needs_rank=True)
        assert scale(scale=range(1, 6)).count("<label") == 5


def test_values_that_are_equal_and_not_the_same_are_told_apart() -> None:
    assert 'name="rank-1"' in scale(number=1)
    assert 'name="rank-True"' in scale(number=True)


def test_what_judges_choose_is_escaped_and_stays_theirs() -> None:
    def shown(key: str) -> str:
        return kept_fragment(
            "judging/item_help.html",
            slug="essays",
            preferences=f'{{"keys": {{"flag": "{key}"}}}}',
            keys={"flag": key},
            key_names={"flag": "flag"},
            outputs=3,
            may_postpone=False,
        )

    for key in ("<", "x", "<"):
        text = shown(key)
        assert f'data-key="flag">{key.upper()}<'.replace("<<", "&lt;<") in text
        assert ("&lt;&quot;" in text) == (key == "<")


def test_each_language_has_its_own() -> None:
    from rankings.judging.fragments import _rendered

    scale(number=9)
    misses = _rendered.cache_info().misses
    scale(number=9)
    assert _rendered.cache_info().misses == misses
    with translation.override("de"):
        scale(number=9)
    assert _rendered.cache_info().misses == misses + 1
