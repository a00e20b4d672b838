"""A campaign comes out of one installation and into another with nothing lost."""

import pytest

from appraise_gec.accounts.models import User
from rankings.models import Campaign, Judge
from tests.bundles.conftest import content_of, delete_everything, exported, imported

pytestmark = pytest.mark.django_db


def test_an_empty_installation_gives_back_what_it_was_given(campaign: Campaign, bundles: dict[str, bytes]):
    delete_everything(campaign)
    here = imported(bundles["full"], with_accounts=True)
    assert content_of(exported(here, "full")) == content_of(bundles["full"])
    person = User.objects.get(username="quillfeather")
    assert not person.has_usable_password()
    assert not person.is_superuser
    assert Judge.objects.get(name="Quillfeather").user == person
