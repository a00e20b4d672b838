// Forms of uploads: files, an address that follows the title, and fields that come with a choice.

import "./busy.js";
import "./files.js";

const form = document.querySelector("form[data-upload]");

// The address follows the title until somebody types an address.
const title = form?.elements.title;
const slug = form?.elements.slug;
if (title && slug) {
  let slugIsOurs = slug.value === "" || slug.value === slugOf(title.value);
  const followTitle = () => {
    if (slugIsOurs) slug.value = slugOf(title.value);
  };
  title.addEventListener("input", followTitle);
  // A title may have been typed before this script came.
  followTitle();
  slug.addEventListener("input", () => {
    slugIsOurs = slug.value === "";
  });
}

// As the server does it: Latin letters lose their accents, letters of other scripts stay as they are.
function slugOf(text) {
  const whole = text.split(/\s+/).map(partOf).filter(Boolean).join("-");
  return [...whole].slice(0, 60).join("").replace(/^[-_]+|[-_]+$/g, "");
}

function partOf(word) {
  const plain = word.normalize("NFKD").replace(/\p{M}/gu, "");
  const letters = /^[\x00-\x7f]*$/.test(plain) ? plain : word.normalize("NFKC");
  return letters
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_-]/gu, "")
    .replace(/-+/g, "-")
    .replace(/^[-_]+|[-_]+$/g, "");
}

// Fields that appear with the choice that needs them.
for (const part of form?.querySelectorAll("[data-only-with]") ?? []) {
  const [name, value] = part.dataset.onlyWith.split("=");
  const update = () => {
    part.hidden = form.elements[name].value !== value;
  };
  form.addEventListener("change", update);
  update();
}
