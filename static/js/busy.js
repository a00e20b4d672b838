// A form that takes a moment says so, and is not sent twice by an impatient click.

for (const form of document.querySelectorAll("form")) {
  const button = form.querySelector("[data-busy]");
  if (!button) continue;
  const text = button.textContent;
  form.addEventListener("submit", (event) => {
    if (event.defaultPrevented) return;
    if (form.dataset.sent) {
      event.preventDefault();
      return;
    }
    form.dataset.sent = "yes";
    button.setAttribute("aria-disabled", "true");
    button.textContent = button.dataset.busy;
  });
  // The page may come back from the browser's memory by the Back button.
  window.addEventListener("pageshow", () => {
    delete form.dataset.sent;
    button.removeAttribute("aria-disabled");
    button.textContent = text;
  });
}
