"""The address that an invited judge opens."""

from django.urls import path

from rankings.people import views_invitation

app_name = "invitations"

urlpatterns = [
    path("<str:secret>/", views_invitation.invitation, name="accept"),
]
