"""The roles of people in a campaign, for templates."""

from django import template

from rankings.models import Membership

register = template.Library()


@register.filter
def role_name(role: str | None) -> str:
    """The name of a role; that of an owner for the operator, who has none of their own."""
    return str(Membership.Role(role or Membership.Role.OWNER).label)
