"""Check and training items by program: what judges should answer."""

from collections.abc import Iterator, Sequence

from appraise_gec.client.documents import KnownCandidate, KnownItem
from appraise_gec.client.transport import Transport


class KnownAnswersClient:
    """The items of one campaign whose answer is known."""

    def __init__(self, transport: Transport, address: str) -> None:
        self.transport = transport
        self.address = address

    def all(self) -> Iterator[KnownItem]:
        """Check and training items that are handed out, by number."""
        return (KnownItem.of(row) for row in self.transport.pages(f"{self.address}checks/"))

    def outputs_of(self, sentence: int) -> KnownCandidate:
        """The outputs of a sentence, in the order in which `add` takes their ranks."""
        address = f"{self.address}known-answers/sentences/{sentence}/"
        return KnownCandidate.of(self.transport.ask("GET", address).document)

    def add(
        self, sentence: int, ranks: Sequence[int | None], *, explanation: str = "", training: bool = False
    ) -> KnownItem:
        """Make an item of a sentence.

        Args:
            sentence: its number, from 0.
            ranks: of its outputs, 1 the best; None, of a check item, where any rank will do.
            explanation: what judges read after a training item.
            training: whether it is one; a check item looks like any other.
        """
        asked = {
            "sentence": sentence,
            "ranks": list(ranks),
            "explanation": explanation,
            "use": "training" if training else "check",
        }
        return KnownItem.of(self.transport.ask("POST", f"{self.address}known-answers/", asked).document)

    def change(
        self, item: KnownItem, *, ranks: Sequence[int | None] | None = None, explanation: str | None = None
    ) -> KnownItem:
        """Another known answer, with which every ranking is compared from now on."""
        changes = {"ranks": None if ranks is None else list(ranks), "explanation": explanation}
        asked = {name: value for name, value in changes.items() if value is not None}
        return KnownItem.of(self.transport.ask("PATCH", self._url(item), asked).document)

    def remove(self, item: KnownItem) -> None:
        """Hand it out no more; answers stay."""
        self.transport.ask("DELETE", self._url(item))

    def _url(self, item: KnownItem) -> str:
        return f"{self.address}checks/{item.number}/"
