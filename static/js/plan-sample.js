// Keep the forecast beside the form true while the form is being filled in.


const form = document.getElementById("sample-form");
const place = document.getElementById("forecast");

if (form && place) {
  form.querySelector("[data-update]").hidden = true;
  let timer = 0;
  let newest = 0;

  form.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(update, 300);
  });
  // What was filled in before this script came, or what the browser has put back.
  if ([...form.elements].some(differs)) update();

  async function update() {
    const mine = ++newest;
    const fields = new URLSearchParams(new FormData(form));
    fields.delete("csrfmiddlewaretoken");
    place.setAttribute("aria-busy", "true");
    try {
      const answer = await fetch(`${form.dataset.forecast}?${fields}`, { credentials: "same-origin" });
      // A slow answer to an older question must not replace a newer one.
      if (mine !== newest) return;
      if (!answer.ok || answer.redirected) throw new Error(String(answer.status));
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      place.replaceChildren(...page.body.childNodes);
    } catch {
      if (mine === newest) place.textContent = "The forecast could not be loaded. Check the connection; drawing works all the same.";
    } finally {
      if (mine === newest) place.removeAttribute("aria-busy");
    }
  }
}

function differs(field) {
  if (field instanceof HTMLSelectElement) return [...field.options].some((one) => one.selected !== one.defaultSelected);
  if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
  return field.type !== "hidden" && "defaultValue" in field && field.value !== field.defaultValue;
}
