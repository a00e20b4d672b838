// An item page that answered a form: from here on it has the item's own address, so that it can be reloaded.

history.replaceState(history.state, "", document.getElementById("ranking").getAttribute("action"));
