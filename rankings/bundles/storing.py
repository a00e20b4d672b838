"""A checked bundle into the database: one transaction, all of it or nothing."""

import io
import uuid
import zipfile
from array import array
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, models, transaction
from django.db.models import Model

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from appraise_gec.bulk_rows import analyze_tables
from rankings.bundles.bundle_file import AS_MADE, BundleFile
from rankings.bundles.description import PEOPLE_FILE, Table, all_tables, is_person, refers_to
from rankings.formats.problems import quoted
from rankings.formats.records import FormatError, Problem
from rankings.models import Campaign, Membership

ROWS_AT_ONCE = 500
Tell = Callable[[float, str], None]


@dataclass(frozen=True, slots=True)
class Wishes:
    """What somebody decides about an import.

    Attributes:
        slug: the address of the campaign here; "" for that in the bundle.
        with_accounts: whether people get accounts: that of the same user name, or else a new one that nobody
            can sign in to until its owner has set a password. Without accounts, judges keep their names and
            history names nobody.
    """

    slug: str = ""
    with_accounts: bool = False


def store_bundle(bundle: BundleFile, wishes: Wishes, actor: User | None, tell: Tell) -> Campaign:
    """Store a bundle that `check_bundle` has passed; its `actor` owns the campaign unless somebody else does.

    Within a transaction of the caller, or else of its own.

    Raises:
        FormatError: rows contradict each other; nothing is stored.
    """
    with transaction.atomic():
        return _Storing(bundle, wishes, actor, tell).all()


class _Storing:
    """One bundle on its way into the database; also the `Destination` of derived columns."""

    campaign: Campaign
    # Of the table that is being stored: its model, and name, attribute and conversion of its columns.
    _model: type[Model]
    _columns: list[tuple[str, str, Callable[[Any], Any] | None]]

    def __init__(self, bundle: BundleFile, wishes: Wishes, actor: User | None, tell: Tell) -> None:
        self.bundle = bundle
        self.wishes = wishes
        self.actor = actor
        self.tell = tell
        self._people: list[int | None] = []
        self._keys: dict[str, array[int]] = {}
        # Keys in addresses that another row here has already, and the new ones.
        self._addresses: dict[str, str] = {}
        self._total = sum(entry.rows or 0 for entry in bundle.manifest.files) or 1
        self._done = 0

    def key_of(self, model: str, number: int) -> int:
        """The key of the row that had this id in the bundle."""
        return self._keys[model][number - 1]

    def all(self) -> Campaign:
        self._store_people()
        for table in all_tables():
            # Who has no account here has no role here.
            if self.wishes.with_accounts or not table.only_in_full:
                self._table(table)
        self._give_an_owner()
        analyze_tables({table.rows_model for table in all_tables()})
        record_event(
            self.actor,
            "bundle.import",
            self.campaign.pk,
            address=self.bundle.manifest.campaign.address,
            made_at=self.bundle.manifest.made_at,
            version=self.bundle.manifest.program_version,
            accounts=self.wishes.with_accounts,
        )
        return self.campaign

    def _store_people(self) -> None:
        for line, row in self.bundle.people():
            if not self.wishes.with_accounts:
                self._people.append(None)
                continue
            user = account_named(row["user_name"])
            if user is None:
                user = User(
                    username=row["user_name"],
                    first_name=row["first_name"],
                    last_name=row["last_name"],
                    email=row["email"],
                )
                user.set_unusable_password()
                user.save()
            if user.pk in self._people:
                message = f"{quoted(row['user_name'])} has the account of an earlier line here."
                raise FormatError(Problem(PEOPLE_FILE, message, line))
            self._people.append(user.pk)

    def _table(self, table: Table) -> None:
        model = table.rows_model._meta.label
        self._keys[model] = array("q")
        fields = table.fields
        self._model = table.rows_model
        self._columns = [(name, field.attname, self._here(field)) for name, field in fields.items()]
        waiting: list[tuple[int, dict[str, Any]]] = []
        own = {name for name, field in fields.items() if refers_to(field) == model}
        for line, row in self.bundle.rows(table):
            # A row may refer to an earlier one of its table, which must be there then.
            first_waiting = len(self._keys[model]) + 1
            if len(waiting) >= ROWS_AT_ONCE or any(
                row[name] is not None and row[name] >= first_waiting for name in own
            ):
                self._insert(table, waiting)
                waiting = []
            for name in own:
                if row[name] is not None and row[name] > len(self._keys[model]):
                    message = f"{name}: expected the id of an earlier row, not {row[name]}."
                    raise FormatError(Problem(table.file, message, line))
            waiting.append((line, row))
        self._insert(table, waiting)

    def _insert(self, table: Table, rows: list[tuple[int, dict[str, Any]]]) -> None:
        if not rows:
            return
        model = table.rows_model
        taken = self._taken_addresses(table, [row for _, row in rows])
        made = [self._made(table, row, taken) for _, row in rows]
        try:
            with transaction.atomic():
                stored = insert_with_times(model, made)
        except IntegrityError:
            raise self._contradiction(table, rows) from None
        self._keys[model._meta.label].extend(row.pk for row in stored)
        if model is Campaign:
            self.campaign = Campaign.objects.get(pk=stored[0].pk)
        self._done += len(rows)
        self.tell(self._done / self._total, f"Storing {table.file}")

    def _made(self, table: Table, row: Mapping[str, Any], taken: set[str]) -> Model:
        values: dict[str, Any] = {name: make() for name, make in table.made_anew.items()}
        for name, attname, here in self._columns:
            value = row[name]
            if name == "key" and str(value) in taken:
                self._addresses[str(value)] = str(new := uuid.uuid4())
                value = new
            values[attname] = here(value) if here is not None and value is not None else value
        if table.restore is not None:
            values |= with_new_addresses(dict(table.restore(row, self)), self._addresses)
        if table.attached:
            values[table.attached] = packed(self.bundle.attached(table, row["id"]))
        if table.of == "campaign":
            values["campaign_id"] = self.campaign.pk
        if self._model is Campaign:
            values["slug"] = self.wishes.slug or row["slug"]
            if not self.wishes.with_accounts and self.actor is not None:
                values["created_by_id"] = self.actor.pk
        return self._model(**values)

    def _here(self, field: "models.Field[Any, Any]") -> Callable[[Any], Any] | None:
        """What makes a value of the bundle one of this installation; None where it stays as it is."""
        if is_person(field):
            return lambda number: self._people[number - 1]
        if target := refers_to(field):
            keys = self._keys[target]
            return lambda number: keys[number - 1]
        if isinstance(field, models.JSONField):
            return lambda value: with_new_addresses(value, self._addresses) if self._addresses else value
        return None

    def _taken_addresses(self, table: Table, rows: list[dict[str, Any]]) -> set[str]:
        """Of the keys in addresses, those that another row has already: a copy gets new ones."""
        if "key" not in table.columns:
            return set()
        held = table.rows_model._default_manager.filter(key__in=[row["key"] for row in rows])
        return {str(key) for key in held.values_list("key", flat=True)}

    def _contradiction(self, table: Table, rows: list[tuple[int, dict[str, Any]]]) -> FormatError:
        """The first row that the database does not take after those before it."""
        for line, row in rows:
            try:
                with transaction.atomic():
                    self._made(table, row, set()).save(force_insert=True)
            except IntegrityError as error:
                return FormatError(Problem(table.file, _why_not(table, error), line))
        return FormatError(Problem(table.file, "These rows contradict each other.", rows[0][0]))

    def _give_an_owner(self) -> None:
        owners = Membership.objects.filter(campaign=self.campaign, role=Membership.Role.OWNER)
        if self.actor is None or owners.filter(user__is_active=True).exists():
            return
        Membership.objects.update_or_create(
            campaign=self.campaign, user=self.actor, defaults={"role": Membership.Role.OWNER}
        )


def account_named(user_name: str) -> User | None:
    """The account of a user name; capital letters count only where two names differ by them."""
    users = list(User.objects.filter(username__iexact=user_name)[:2])
    exact = [user for user in users if user.get_username() == user_name]
    return (exact or users)[0] if len(exact or users) == 1 else None


def insert_with_times(model: type[Model], rows: list[Model]) -> list[Model]:
    """Insert rows with the times that they have, also those that are set to now by themselves."""
    by_themselves = [
        field.name
        for field in model._meta.concrete_fields
        if isinstance(field, models.DateTimeField) and (field.auto_now_add or field.auto_now)
    ]
    times = [{name: getattr(row, name) for name in by_themselves} for row in rows]
    stored = model._default_manager.bulk_create(rows)
    if by_themselves:
        for row, own in zip(stored, times, strict=True):
            for name, time in own.items():
                setattr(row, name, time)
        model._default_manager.bulk_update(stored, by_themselves)
    return stored


def with_new_addresses(value: Any, addresses: Mapping[str, str]) -> Any:
    """A JSON value in which keys of addresses are replaced by those of a copy."""
    if isinstance(value, dict):
        return {name: with_new_addresses(inner, addresses) for name, inner in value.items()}
    if isinstance(value, list):
        return [with_new_addresses(inner, addresses) for inner in value]
    return addresses.get(value, value) if isinstance(value, str) else value


def packed(files: list[bytes]) -> bytes:
    """Files as the one archive that the site keeps: see `rankings.uploads.files.unpack`."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for number, file in enumerate(files):
            archive.writestr(f"{number}", file)
    return content.getvalue()


def _why_not(table: Table, error: IntegrityError) -> str:
    """Words of a constraint that a row breaks: its name says it best."""
    text = str(error).partition("\n")[0]
    names = [constraint.name for constraint in table.rows_model._meta.constraints if constraint.name in text]
    rule = names[0].replace("_", " ") if names else text
    return f"The row contradicts the rule: {rule}. {AS_MADE}"
