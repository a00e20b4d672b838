"""Rows for tests, made without files and without services. All take keyword arguments for what matters."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from allauth.mfa.models import Authenticator
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import get_resolver
from django.utils.datastructures import MultiValueDict
from rest_framework.test import APIClient

import appraise_gec.urls  # noqa: F401 - loads the actions
from appraise_gec.accounts.models import User
from appraise_gec.accounts.tokens import make_token
from rankings.actions import ACTIONS, Done
from rankings.items.collapse import collapse
from rankings.models import (
    Campaign,
    Document,
    Item,
    ItemOutput,
    ItemOutputSystem,
    Judge,
    Membership,
    Output,
    RankedOutput,
    Ranking,
    Sentence,
    System,
    Upload,
)
from rankings.people.names import Invitee
from rankings.uploads import flow
from rankings.uploads.files import File
from rankings.uploads.kinds import kinds
from tests.accounts.device import Device

SENTENCES = ("He have two cat .", "They was here .", "I like tea .", "She go home .")
OUTPUTS = {
    "INPUT": SENTENCES,
    "ALPHA": ("He has two cats .", "They were here .", "I like tea .", "She goes home ."),
    "BETA": ("He has two cat .", "They were here .", "I like tea .", "She go to home ."),
    "GAMMA": ("He has two cats .", "They is here .", "I likes tea .", "She went home ."),
}


def make_campaign(
    slug: str = "essays",
    *,
    owner: User | None = None,
    outputs: Mapping[str, Sequence[str]] = OUTPUTS,
    sentences: Sequence[str] = SENTENCES,
    sentences_per_document: int = 2,
    state: str = Campaign.State.OPEN,
    title: str = "",
) -> Campaign:
    """A campaign with a corpus: documents of a fixed length, systems and their outputs. No items yet."""
    campaign = Campaign.objects.create(
        slug=slug, title=title or slug.capitalize(), state=state, language="en", created_by=owner
    )
    if owner is not None:
        Membership.objects.create(campaign=campaign, user=owner, role=Membership.Role.OWNER)
    documents = [
        Document.objects.create(campaign=campaign, position=position, name=f"essay-{position}")
        for position in range(-(-len(sentences) // sentences_per_document))
    ]
    rows = Sentence.objects.bulk_create(
        Sentence(
            campaign=campaign, document=documents[index // sentences_per_document], index=index, text=text
        )
        for index, text in enumerate(sentences)
    )
    for name, lines in outputs.items():
        system = System.objects.create(campaign=campaign, name=name, is_input=name == "INPUT")
        Output.objects.bulk_create(
            Output(system=system, sentence=sentence, text=text)
            for sentence, text in zip(rows, lines, strict=True)
        )
    return campaign


def add_member(campaign: Campaign, user: User, role: str) -> Membership:
    return Membership.objects.create(campaign=campaign, user=user, role=role)


def make_judge(campaign: Campaign, name: str, user: User | None = None) -> Judge:
    return Judge.objects.create(campaign=campaign, name=name, user=user)


def make_item(campaign: Campaign, sentence: int = 0, *, number: int | None = None) -> Item:
    """An item with all distinct outputs of a sentence."""
    if number is None:
        number = campaign.items.count()
    source = campaign.sentences.get(index=sentence)
    item = Item.objects.create(campaign=campaign, sentence=source, number=number)
    systems = {system.name: system for system in campaign.systems.all()}
    texts = dict(source.outputs.order_by("system__name").values_list("system__name", "text"))
    output_set = collapse(texts)
    for position, (text, names) in enumerate(zip(output_set.texts, output_set.systems, strict=True)):
        output = ItemOutput.objects.create(item=item, position=position, text=text)
        ItemOutputSystem.objects.bulk_create(
            ItemOutputSystem(item=item, output=output, system=systems[name]) for name in names
        )
    return item


def make_items(campaign: Campaign) -> list[Item]:
    """One item per sentence."""
    return [make_item(campaign, index) for index in campaign.sentences.values_list("index", flat=True)]


def make_ranking(
    judge: Judge, item: Item, ranks: Sequence[int] = (), *, skipped: bool = False, revision: int = 1
) -> Ranking:
    """A current ranking with one rank per output in the item's order; by default 1, 2, 3, ..."""
    outputs = list(item.outputs.order_by("position"))
    Ranking.objects.filter(judge=judge, item=item, revision__lt=revision).update(is_current=False)
    ranking = Ranking.objects.create(
        judge=judge, item=item, skipped=skipped, wall_seconds=12.5, revision=revision
    )
    if not skipped:
        RankedOutput.objects.bulk_create(
            RankedOutput(ranking=ranking, output=output, rank=rank, worst_rank=max(len(outputs), rank))
            for output, rank in zip(outputs, ranks or range(1, len(outputs) + 1), strict=True)
        )
    return ranking


def signed_in(user: User) -> Client:
    """A browser of its own in which somebody is signed in."""
    client = Client()
    client.force_login(user)
    return client


def token_of(user: User, scope: str = "compute") -> str:
    """A token with which a program acts for the person."""
    return make_token(user, "test", scope, 30)[1]


def program_of(user: User, scope: str = "compute", **options: Any) -> APIClient:
    """A program with a token of the person, whose requests nobody has counted yet."""
    cache.clear()
    client = APIClient(**options)
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {token_of(user, scope)}")
    return client


def make_passkey(user: User, name: str = "laptop") -> Authenticator:
    """A passkey whose device is gone: enough to make signing in take two steps."""
    question = {"rp": {"id": "testserver"}, "user": {"id": "eA"}, "challenge": "eA"}
    credential = json.loads(Device().create({"publicKey": question}))
    kind = Authenticator.Type.WEBAUTHN
    made = Authenticator(user=user, type=kind, data={"name": name, "credential": credential})
    made.save()
    return made


def make_upload(kind: str, owner: User, campaign: Campaign | None, *files: File, **values: Any) -> Upload:
    """Files in their roles that wait for their owner's confirmation."""
    sent: MultiValueDict[str, Any] = MultiValueDict()
    for file in files:
        sent.appendlist(file.role, SimpleUploadedFile(file.name, file.content))
    data = MultiValueDict({name: [value] for name, value in values.items()})
    upload, form = flow.stage(kinds()[kind], owner, campaign, data, sent)
    assert upload is not None, form.errors
    return upload


def act(user: User, name: str, campaign: Campaign, key: Any = None, /, **wanted: Any) -> Done:
    """Do an action as a person does: all its rules hold."""
    get_resolver().url_patterns  # noqa: B018 - the site's addresses load its actions
    done = ACTIONS[name].opened(user, campaign.slug, key).do(**wanted)
    campaign.refresh_from_db()
    return done


def invite(user: User, campaign: Campaign, name: str = "Jo") -> tuple[Judge, str]:
    """A judge's place that nobody has taken up, and the address of its link."""
    done = act(user, "judge.add", campaign, people=[Invitee(name, "")], send=False)
    [link] = done.gives["links"]
    return Judge.objects.get(pk=link["judge"]), link["link"]
