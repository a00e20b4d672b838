"""Judging by program, as a judge does: blind, own items only."""

import uuid
from collections.abc import Iterator, Sequence
from typing import Any

from appraise_gec.client.documents import Item, Task
from appraise_gec.client.transport import Transport


class JudgeClient:
    """One judge of one campaign.

    Args:
        site: where the site is, such as `https://example.org`.
        campaign: the last part of its address.
        token: of the judge's own account page, with the scope `judge`; or
        link: the secret of the judge's personal link.
    """

    def __init__(
        self,
        site: str,
        campaign: str,
        *,
        token: str = "",
        link: str = "",
        timeout: float = 60.0,
        tries: int = 4,
    ) -> None:
        if bool(token) == bool(link):
            raise ValueError("expected either a token or the secret of a personal link")
        authorization = f"Bearer {token}" if token else f"Link {link}"
        self.transport = Transport(site, authorization, timeout=timeout, tries=tries)
        self.address = f"judging/{campaign}/"

    def task(self) -> Task:
        """What there is to do, and the guidelines."""
        return Task.of(self.transport.ask("GET", self.address).document)

    def next(self) -> Item | None:
        """The item to do now; None where there is none."""
        item = self.transport.ask("POST", f"{self.address}next/", {}).document["item"]
        return Item.of(item) if item is not None else None

    def items(self) -> Iterator[Item]:
        """One item after the other, each to be ranked, flagged or postponed before the next is asked for."""
        while (item := self.next()) is not None:
            yield item

    def rank(self, item: Item, ranks: Sequence[int], *, active_seconds: float | None = None) -> Item:
        """Give each output a rank, by row: 1 is best, ties are allowed. Ranking again replaces the answer."""
        asked: dict[str, Any] = {"ranks": list(ranks), "submission": str(uuid.uuid4())}
        if active_seconds is not None:
            asked["active_seconds"] = active_seconds
        return Item.of(self.transport.ask("POST", f"{item.url}ranking/", asked).document)

    def flag(self, item: Item, reason: str, note: str = "") -> Item:
        """Say why the item cannot be ranked: unclear, incomparable, broken, distressing or other."""
        asked = {"flag_reason": reason, "flag_note": note}
        return Item.of(self.transport.ask("POST", f"{item.url}flag/", asked).document)

    def later(self, item: Item) -> None:
        """Skip the item for now."""
        self.transport.ask("POST", f"{item.url}later/", {})
