// Keeps every [data-job] on the page up to date, asking less and less often while nothing changes.

const FIRST_WAIT = 400;
const LONGEST_WAIT = 5000;

for (const element of document.querySelectorAll("[data-job]:not([data-job-final])")) {
  follow(element);
}

async function follow(element) {
  element.querySelector("[data-job-refresh]")?.setAttribute("hidden", "");
  let wait = FIRST_WAIT;
  let shown = "";
  for (;;) {
    await pause(wait);
    const job = await ask(element.dataset.jobStatusUrl);
    if (job === "gone") {
      element.querySelector("[data-job-refresh]")?.removeAttribute("hidden");
      return;
    }
    const now = job ? JSON.stringify(job) : shown;
    wait = job && now !== shown ? FIRST_WAIT : Math.min(wait * 1.5, LONGEST_WAIT);
    shown = now;
    if (!job) continue;
    show(element, job);
    if (job.final) {
      leave(job);
      return;
    }
  }
}

// The job, "gone" when this person may not see it (any more), or null when the server could not be reached.
async function ask(url) {
  try {
    const response = await fetch(url, { headers: { Accept: "application/json" }, credentials: "same-origin" });
    if (response.ok) return await response.json();
    return response.status >= 400 && response.status < 500 && response.status !== 429 ? "gone" : null;
  } catch {
    return null;
  }
}

function show(element, job) {
  const label = element.querySelector("[data-job-label]");
  const text = job.cancel_requested && !job.final ? element.dataset.jobStopping : job.state_label;
  setText(label, text.charAt(0).toUpperCase() + text.slice(1));
  setText(element.querySelector("[data-job-message]"), job.message ? `: ${job.message}` : "");
  const bar = element.querySelector("[data-job-bar]");
  if (bar) bar.value = Math.floor(job.progress * 100);
  const error = element.querySelector("[data-job-error]");
  if (error) {
    error.hidden = !job.error;
    setText(error, job.error);
  }
}

// A screen reader announces every change of a status line, so it is only touched when it says something new.
function setText(element, text) {
  if (element && element.textContent !== text) element.textContent = text;
}

function leave(job) {
  if (job.state === "done" && job.result_url) {
    window.location.assign(job.result_url);
  } else {
    window.location.reload();
  }
}

function pause(milliseconds) {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
