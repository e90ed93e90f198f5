// Progress over all sittings: what was asked, known and missed; taken along and brought back.

import { ask } from "../api.js";
import { el, tell } from "../dom.js";
import { title } from "./lesson.js";

/** Fill a section with the progress of this seat. */
export async function showProgress(section) {
  const { progress } = await ask("/api/progress");
  const said = el("p", { role: "status" });
  const file = el("input", { type: "file", accept: "application/json", class: "unseen", id: "bring" });
  file.addEventListener("change", async () => {
    try {
      const told = await ask("/api/progress", await chosen(file.files[0]));
      tell(told.words);
      await showProgress(section);
      section.querySelector("[role=status]").textContent = told.words;
    } catch (error) {
      said.textContent = error.message;
    }
  });
  section.replaceChildren(
    el("h2", { id: "progress-title" }, "Progress"),
    progress.length
      ? el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Progress" }, progressTable(progress))
      : el("p", { class: "quiet" }, "Nothing was answered yet."),
    el("p", { class: "carry" },
      el("a", { class: "button", href: "/api/progress/file", download: "drills.json" }, "Take it along"),
      " ", el("label", { class: "button", for: "bring" }, "Bring it back"), file),
    said,
  );
}

async function chosen(file) {
  try {
    return JSON.parse(await file.text());
  } catch {
    throw new Error(`${file.name} is not a JSON file: name another file`);
  }
}

function progressTable(progress) {
  return el("table", {},
    el("thead", {}, el("tr", {}, ["Drill", "Game", "By", "Right", "Cost in bets", "To be learnt"].map((name) =>
      el("th", { scope: "col" }, name)))),
    el("tbody", {}, progress.map((one) => el("tr", {},
      el("th", { scope: "row" }, title(one.drill)), el("td", {}, one.game), el("td", {}, one.by),
      el("td", {}, `${one.right} of ${one.asked}`),
      el("td", { class: "number" }, one.cost ? one.cost.toFixed(4) : ""),
      el("td", {}, one.missed.filter((item) => item.due !== null).slice(0, 4).map((item) => item.item).join("; "))))));
}
