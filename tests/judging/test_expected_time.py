"""What is said of the work that is left: round, robust, and honest about its ground."""

import pytest
from django.test import Client
from django.utils import timezone, translation

from rankings.judging.expected_time import Workload, workload
from rankings.models import Campaign, Item, Judge, Ranking
from tests.factories import make_judge
from tests.judging.test_pages import ranks


def rank_in(judge: Judge, seconds: list[float]) -> None:
    """Rankings of these times, of items made for them."""
    sentence = judge.campaign.items.first().sentence  # type: ignore[union-attr]
    for number, taken in enumerate(seconds):
        item = Item.objects.create(
            campaign=judge.campaign, sentence=sentence, number=1000 + number + judge.pk * 100
        )
        Ranking.objects.create(judge=judge, item=item, active_seconds=taken, submitted_at=timezone.now())


def test_before_anybody_has_ranked_it_goes_by_a_stated_time(judge: Judge) -> None:
    found = workload(judge, 43)
    assert found is not None
    assert (found.words, found.basis) == ("About 45 items left. About 35 minutes.", "2015")
    assert "49 seconds" in found.basis_in_words


def test_then_by_the_campaign_and_then_by_the_judge(judge: Judge, campaign: Campaign) -> None:
    rank_in(make_judge(campaign, "J2"), [20.0] * 20)
    found = workload(judge, 30)
    assert found is not None
    assert (found.words, found.basis) == ("About 30 items left. About 10 minutes.", "campaign")
    # Answers of no time at all and one that lay open for a day say nothing.
    rank_in(judge, [0.0, 0.1, 0.2, 60.0, 59.0, 61.0, 86_400.0])
    found = workload(judge, 30)
    assert found is not None
    assert (found.words, found.basis) == ("About 30 items left. About 30 minutes.", "judge")


@pytest.mark.parametrize(
    ("items", "words"),
    [
        (1, "1 item left. About a minute."),
        (7, "7 items left. About 6 minutes."),
        (20, "20 items left. About 15 minutes."),
        (200, "About 200 items left. About 3 hours."),
    ],
)
def test_small_numbers_are_exact_and_large_ones_round(judge: Judge, items: int, words: str) -> None:
    found = workload(judge, items)
    assert found is not None
    assert found.words == words


def test_nothing_left_is_not_estimated(judge: Judge) -> None:
    assert workload(judge, 0) is None


def test_the_task_says_it_and_goes_down(bobs: Client, judge: Judge) -> None:
    page = bobs.get("/judge/essays/").text
    assert "4 items left. About 4 minutes." in page
    assert "<progress" not in page
    answer = bobs.post("/judge/essays/next/")
    bobs.post(answer["Location"], ranks(1, 2, 3))
    page = bobs.get("/judge/essays/").text
    assert "3 items left. About 3 minutes." in page
    assert "1 item done." in page
    assert "<progress" in page


@pytest.mark.parametrize(
    ("language", "one", "many"),
    [
        ("ar", "بقي عنصر واحد. نحو دقيقة واحدة.", "بقي نحو 25 عنصرًا. نحو 20 دقيقةً."),
        ("cs", "Zbývá 1 položka. Asi minuta.", "Zbývá asi 25 položek. Asi 20 minut."),
        ("de", "Noch 1 Aufgabe. Etwa eine Minute.", "Noch etwa 25 Aufgaben. Etwa 20 Minuten."),
        ("es", "Queda 1 elemento. Alrededor de un minuto.", "Quedan unos 25 elementos. Unos 20 minutos."),
        (
            "fr",
            "Il reste 1 élément. Environ une minute.",
            "Il reste environ 25 éléments. Environ 20 minutes.",
        ),
        ("ja", "残り1問です。約1分かかります。", "残り約25問です。約20分かかります。"),
        ("pl", "Została 1 pozycja. Około minuty.", "Zostało mniej więcej 25 pozycji. Około 20 minut."),
        (
            "uk",
            "Залишилося 1 завдання. Близько 1 хвилини.",
            "Залишилося близько 25 завдань. Близько 20 хвилин.",
        ),
        ("zh-hans", "还剩 1 项。约需 1 分钟。", "还剩约 25 项。约需 20 分钟。"),
    ],
)
def test_one_minute_is_said_in_the_singular(language: str, one: str, many: str) -> None:
    with translation.override(language):
        assert Workload(1, 1, "judge").words == one
        assert Workload(25, 20, "judge").words == many
