// Asks before a page is left on which a form with `data-unsaved` was changed and not sent.

const forms = new Map();
for (const form of document.querySelectorAll("form[data-unsaved]")) {
  // What was refused is not saved either.
  forms.set(form, form.querySelector(".errorlist") ? "" : words(form));
}

addEventListener("submit", (event) => {
  if (!event.submitter?.formTarget) forms.delete(event.target);
});

addEventListener("beforeunload", (event) => {
  if ([...forms].some(([form, before]) => words(form) !== before)) event.preventDefault();
});

function words(form) {
  return [...new FormData(form)].map(([name, value]) => `${name}=${value.name ?? value}`).join("\n");
}
