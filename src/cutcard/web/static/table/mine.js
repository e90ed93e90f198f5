// The tables where one sits already.

import { ask } from "../api.js";
import { el } from "../dom.js";

/** Fill a place with links to the seat's own tables of a kind that can be gone on with. */
export async function showOpenTables(place, kind = null) {
  let mine;
  try {
    ({ mine = [] } = await ask("/api/tables"));
  } catch {
    return; // there is nothing to go on with; the page itself says when the server is away
  }
  const shown = mine.filter((one) => !kind || !one.kind || one.kind === kind);
  if (!shown.length) return;
  place.replaceChildren(el("h2", {}, "Go on where you sat"), el("ul", { class: "table-list" },
    shown.map((one) => el("li", {}, el("a", { href: `/table/${one.table}` }, one.title),
      el("span", { class: "quiet" }, ` ${one.rounds} ${one.rounds === 1 ? "round" : "rounds"}`)))));
}
