"""The same code from many windows at once, and many wrong ones."""

import time

import pytest

from appraise_gec.accounts.models import AuthenticatorApp, RecoveryCode, User
from appraise_gec.accounts.second_factor import codes, factors
from appraise_gec.accounts.throttle import WRONG_CODES
from tests.judging.test_races import at_once

pytestmark = pytest.mark.django_db(transaction=True)
WINDOWS = 8


def test_a_code_and_a_recovery_code_let_one_of_many_windows_in(alice: User):
    secret = codes.new_secret()
    step = int(time.time()) // codes.STEP_SECONDS
    assert factors.add_app(alice, secret, codes.code_of(secret, step))
    AuthenticatorApp.objects.update(last_step=0)
    app, code = AuthenticatorApp.objects.get(), codes.code_of(secret, step)
    assert sorted(at_once(*[lambda: codes.accept_code(app, code)] * WINDOWS)) == [False] * 7 + [True]
    recovery = codes.make_recovery_codes(alice)[0]
    taken = at_once(*[lambda: codes.accept_recovery_code(alice, recovery)] * WINDOWS)
    assert sorted(taken) == [False] * 7 + [True]
    assert RecoveryCode.objects.filter(used_at=None).count() == codes.RECOVERY_CODES - 1


def test_of_many_wrong_codes_at_once_no_more_are_looked_at_than_allowed(alice: User):
    secret = codes.new_secret()
    factors.add_app(alice, secret, codes.code_of(secret, int(time.time()) // codes.STEP_SECONDS))
    answers = at_once(*[lambda: factors.take_code(alice, "000000")] * WINDOWS)
    # Two that count at the same moment may both wait.
    assert 1 <= answers.count(False) <= WRONG_CODES.allowed
    assert answers.count(False) + answers.count(None) == WINDOWS


def test_of_two_factors_removed_at_once_one_stays_where_one_must(alice: User):
    secret = codes.new_secret()
    factors.add_app(alice, secret, codes.code_of(secret, int(time.time()) // codes.STEP_SECONDS))
    passkey = alice.passkeys.create(name="key", host="h", credential_id="i", credential=b"", user_handle="u")

    def removing(remove):
        try:
            remove()
        except factors.LastFactor:
            return "refused"
        return "removed"

    done = at_once(
        lambda: removing(lambda: factors.remove_app(alice, keep_last=True)),
        lambda: removing(lambda: factors.remove_passkey(passkey, keep_last=True)),
    )
    assert sorted(done) == ["refused", "removed"]
    assert factors.is_on(alice)
