"""Addresses of signing in and out, and of passwords."""

from django.urls import path

from appraise_gec.accounts import views, views_factors, views_password, views_second_step, views_tokens

app_name = "accounts"

urlpatterns = [
    path("sign-in/", views.SignIn.as_view(), name="sign-in"),
    path("sign-in/second-step/", views_second_step.second_step, name="second-step"),
    path("sign-in/recovery-code/", views_second_step.recovery_code, name="recovery-code"),
    path("sign-in/passkey/", views_second_step.passkey, name="passkey"),
    path("sign-out/", views.SignOut.as_view(), name="sign-out"),
    path("demo/sign-in/<slug:username>/", views.demo_sign_in, name="demo-sign-in"),
    path("account/password/", views_password.ChangePassword.as_view(), name="password"),
    path("account/tokens/", views_tokens.tokens, name="tokens"),
    path("account/tokens/<int:number>/revoke/", views_tokens.revoke, name="revoke-token"),
    path("account/two-step/", views_factors.two_step, name="two-step"),
    path("account/two-step/app/", views_factors.set_up_app, name="set-up-app"),
    path("account/two-step/app/remove/", views_factors.remove_app, name="remove-app"),
    path("account/two-step/passkeys/add/", views_factors.add_passkey, name="add-passkey"),
    path("account/two-step/passkeys/make/", views_factors.make_passkey, name="make-passkey"),
    path(
        "account/two-step/passkeys/<int:number>/rename/", views_factors.rename_passkey, name="rename-passkey"
    ),
    path(
        "account/two-step/passkeys/<int:number>/remove/", views_factors.remove_passkey, name="remove-passkey"
    ),
    path("account/two-step/recovery-codes/", views_factors.recovery_codes, name="recovery-codes"),
    path("password/forgotten/", views_password.Forgotten.as_view(), name="forgotten"),
    path("password/forgotten/sent/", views_password.ForgottenSent.as_view(), name="forgotten-sent"),
    path("password/new/<str:uidb64>/<str:token>/", views_password.NewPassword.as_view(), name="new-password"),
]
