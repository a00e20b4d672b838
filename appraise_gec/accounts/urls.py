"""Addresses of signing in and out, and of passwords."""

from django.urls import path

from appraise_gec.accounts import views, views_password, views_tokens

app_name = "accounts"

urlpatterns = [
    path("sign-in/", views.SignIn.as_view(), name="sign-in"),
    path("sign-out/", views.SignOut.as_view(), name="sign-out"),
    path("demo/sign-in/<slug:username>/", views.demo_sign_in, name="demo-sign-in"),
    path("account/password/", views_password.ChangePassword.as_view(), name="password"),
    path("account/tokens/", views_tokens.tokens, name="tokens"),
    path("account/tokens/<int:number>/revoke/", views_tokens.revoke, name="revoke-token"),
    path("password/forgotten/", views_password.Forgotten.as_view(), name="forgotten"),
    path("password/forgotten/sent/", views_password.ForgottenSent.as_view(), name="forgotten-sent"),
    path("password/new/<str:uidb64>/<str:token>/", views_password.NewPassword.as_view(), name="new-password"),
]
