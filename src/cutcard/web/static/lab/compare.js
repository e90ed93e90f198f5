// Sets of rules side by side: what each is worth, and where they differ.

import { ask } from "../api.js";
import { el, tell } from "../dom.js";
import { readRules, writeRules } from "./address.js";
import { percent } from "./figures.js";

const MOST = 6;

export function showComparison(place, state, keep) {
  const add = el("button", { type: "button", class: "first", onclick: () => {
    keep();
    put({ game: state.game, changes: state.changes });
  } }, "Put these rules beside the others");
  const trouble = el("p", { class: "bad" });
  const table = el("div", { class: "scroll" });
  let asking = null;
  place.append(el("p", { class: "quiet" }, "Choose a game above, change its rules, and put it beside the others: six at most."), el("div", { class: "lab-row" }, add), trouble, table);
  if (!state.beside.length) state.beside = ["vegas-strip", "downtown", "european"];

  function put(rules) {
    const text = writeRules(rules);
    trouble.textContent = "";
    if (state.beside.includes(text)) trouble.textContent = "These rules are there already.";
    else if (state.beside.length >= MOST) trouble.textContent = `${MOST} sets of rules are the most: take one away first.`;
    else {
      state.beside.push(text);
      keep();
      find();
    }
  }

  function take(at) {
    state.beside.splice(at, 1);
    keep();
    find();
  }

  async function find() {
    asking?.abort();
    asking = new AbortController();
    table.setAttribute("aria-busy", "true");
    add.disabled = state.beside.length >= MOST;
    if (!state.beside.length) {
      table.replaceChildren();
      return;
    }
    try {
      const { games } = await ask("/api/compare", { games: state.beside.map(readRules) }, { signal: asking.signal });
      trouble.textContent = "";
      show(games);
    } catch (error) {
      if (error.name === "AbortError") return;
      trouble.textContent = error.message;
      table.replaceChildren(el("ul", {}, state.beside.map((text, at) => el("li", {}, text, " ", away(text, at)))));
    }
    table.removeAttribute("aria-busy");
  }

  function away(title, at) {
    return el("button", { type: "button", class: "lab-away", "aria-label": `Take ${title} away`, onclick: () => take(at) }, "take away");
  }

  function show(games) {
    const best = Math.max(...games.map((one) => one.best.edge));
    const rows = [
      ["best play", (one) => el("strong", { "data-value": one.best.edge }, percent(one.best.edge, 6)), (one) => one.best.edge],
      ["to the best here", (one) => one.best.edge === best ? "the best" : percent(one.best.edge - best, 6), null],
      ["its chart", (one) => percent(one.by_chart.edge, 6), null],
      ["which costs", (one) => `${(100 * one.cost).toFixed(6)}%`, null],
    ];
    const names = Object.keys(games[0].rules);
    const differing = names.filter((name) => new Set(games.map((one) => String(one.rules[name]))).size > 1);
    table.replaceChildren(el("table", { class: "lab-compared" },
      el("caption", { class: "unseen" }, "Sets of rules side by side"),
      el("thead", {}, el("tr", {}, el("td", {}), games.map((one, at) => el("th", { scope: "col" }, one.title, el("br", {}), away(one.title, at))))),
      el("tbody", {}, rows.map(([name, words]) => el("tr", {}, el("th", { scope: "row" }, name), games.map((one) => el("td", { class: "number" }, words(one)))))),
      el("tbody", {}, el("tr", {}, el("th", { colspan: games.length + 1, scope: "rowgroup" }, differing.length ? "Where the rules differ" : "The rules are the same.")),
        differing.map((name) => el("tr", {}, el("th", { scope: "row" }, name.replaceAll("_", " ")), games.map((one) => el("td", { class: "number" }, String(one.rules[name]))))))));
    tell(`The best of them is ${games.find((one) => one.best.edge === best).title}, ${percent(best)}.`);
  }

  find();
  return { rulesChanged() {}, leave: () => asking?.abort() };
}
