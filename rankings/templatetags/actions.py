"""Buttons for actions, for templates of a campaign's pages."""

from typing import Any

from django import template

from rankings.actions import ACTIONS

register = template.Library()


@register.inclusion_tag("actions/button.html", takes_context=True)
def act(context: template.Context, name: str, row: Any = None, style: str = "") -> dict[str, Any]:
    """A button for an action: it leads to its page, or does it at once. Nothing for who may not, or not now.

    `style` is what the button's class gets: "small", "primary", "danger".
    """
    access, request = context["access"], context["request"]
    action = ACTIONS[name](access, request.user, row)
    shown = access.role in action.roles and not (action.changes and access.campaign.is_read_only)
    return {
        "action": action if shown else None,
        "style": style,
        "request": request,
        "csrf_token": context.get("csrf_token"),
    }
