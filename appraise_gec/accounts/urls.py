"""Addresses of signing in and out, and of passwords. Names that begin with `account_` and `mfa_` are
those by which django-allauth asks for its own pages.
"""

from allauth.account import views as account
from allauth.mfa.base import views as mfa
from allauth.mfa.recovery_codes import views as recovery_codes
from allauth.mfa.totp import views as totp
from allauth.mfa.webauthn import views as webauthn
from django.conf import settings
from django.urls import include, path, re_path, reverse_lazy
from django.views.decorators.http import require_POST

from appraise_gec.accounts import views
from appraise_gec.accounts.views import own_page

own = [
    path("demo/sign-in/<slug:username>/", views.demo_sign_in, name="demo-sign-in"),
    path("account/tokens/", views.tokens, name="tokens"),
    path("account/tokens/<int:number>/revoke/", views.revoke, name="revoke-token"),
]
overview = reverse_lazy("mfa_index")
remove_passkey = webauthn.RemoveWebAuthnView.as_view(success_url=overview)
mail = {"mail_is_configured": lambda: settings.MAIL_IS_CONFIGURED}
forgotten = account.PasswordResetView.as_view(extra_context=mail)
forgotten_sent = account.PasswordResetDoneView.as_view(extra_context=mail)
new_password = account.PasswordResetFromKeyView.as_view(success_url=reverse_lazy("account_login"))

urlpatterns = [
    path("", include((own, "accounts"))),
    path("sign-in/", account.login, name="account_login"),
    path("sign-in/second-step/", mfa.authenticate, name="mfa_authenticate"),
    path("sign-in/passkey/", webauthn.login_webauthn, name="mfa_login_webauthn"),
    path("sign-in/again/", own_page(account.reauthenticate), name="account_reauthenticate"),
    path("sign-out/", require_POST(account.logout), name="account_logout"),
    path("account/password/", own_page(account.password_change), name="account_change_password"),
    path("account/two-step/", own_page(views.TwoStep.as_view()), name="mfa_index"),
    path("account/two-step/app/", own_page(totp.activate_totp), name="mfa_activate_totp"),
    path(
        "account/two-step/app/remove/",
        own_page(totp.deactivate_totp),
        name="mfa_deactivate_totp",
    ),
    path("account/two-step/passkeys/add/", own_page(webauthn.add_webauthn), name="mfa_add_webauthn"),
    path(
        "account/two-step/passkeys/<int:pk>/remove/",
        own_page(remove_passkey),
        name="mfa_remove_webauthn",
    ),
    path(
        "account/two-step/recovery-codes/",
        own_page(recovery_codes.view_recovery_codes),
        name="mfa_view_recovery_codes",
    ),
    path(
        "account/two-step/recovery-codes/new/",
        own_page(recovery_codes.generate_recovery_codes),
        name="mfa_generate_recovery_codes",
    ),
    path("password/forgotten/", forgotten, name="account_reset_password"),
    path("password/forgotten/sent/", forgotten_sent, name="account_reset_password_done"),
    re_path(
        r"^password/new/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        new_password,
        name="account_reset_password_from_key",
    ),
]
