"""Addresses of signing in and out."""

from django.urls import path

from appraise_gec.accounts import views

app_name = "accounts"

urlpatterns = [
    path("sign-in/", views.SignIn.as_view(), name="sign-in"),
    path("sign-out/", views.SignOut.as_view(), name="sign-out"),
    path("demo/sign-in/<slug:username>/", views.demo_sign_in, name="demo-sign-in"),
]
