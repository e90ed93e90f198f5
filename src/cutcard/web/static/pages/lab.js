// The lab: solve rules, simulate, move the sliders of a counter's bets, compare.

import { ask } from "../api.js";
import { el } from "../dom.js";
import { readAddress, writeAddress } from "../lab/address.js";
import { showChart } from "../lab/chart.js";
import { showComparison } from "../lab/compare.js";
import { showDuel } from "../lab/duel.js";
import { showSimulation } from "../lab/simulate.js";
import { makeRulesForm } from "../rules_form.js";

const VIEWS = [
  ["chart", "Chart", showChart],
  ["simulate", "Simulation", showSimulation],
  ["compare", "Compare rules", showComparison],
  ["duel", "Duel", showDuel],
];
const STYLES = ["/static/pages/lab.css", "/api/chart.css"];

/** Show the lab as the address asks for it. */
export async function show(main, address) {
  document.title = "Lab - cutcard";
  const [offered] = await Promise.all([ask("/api/choices"), ...STYLES.map(styled)]);
  const state = readAddress(address);
  const [, title, begin] = VIEWS.find(([name]) => name === state.view) ?? VIEWS[0];
  const links = new Map();
  const place = el("div", { class: "lab-view" });
  const here = () => writeAddress(state);

  let form = null;
  let view = null;

  /** The address holds what is shown, with the rules as the form has them now; so do the links to
   * the other views. */
  function keep() {
    if (form && view) {
      const { game, changes } = form.value();
      if (game !== state.game) state.cells = {};
      [state.game, state.changes] = [game, changes];
    }
    history.replaceState(null, "", here());
    for (const [name, link] of links) link.setAttribute("href", writeAddress({ ...state, view: name, run: "" }));
  }

  for (const [name, words] of VIEWS) {
    links.set(name, el("a", { "aria-current": words === title ? "page" : null, href: writeAddress({ ...state, view: name, run: "" }) }, words));
  }
  main.append(el("h1", {}, "Lab"), el("nav", { class: "lab-views", "aria-label": "Lab" }, [...links.values()]));
  if (state.view === "duel") {
    main.append(place);
  } else {
    let solved = "";
    form = makeRulesForm({
      game: state.game, changes: state.changes,
      onchange({ game, changes, error }) {
        const rules = JSON.stringify([game, changes]);
        if (error || !view || rules === solved) return;
        solved = rules;
        state.run = "";
        keep();
        view.rulesChanged();
      },
    });
    main.append(el("div", { class: "lab-rules" }, form.root), place);
    await form.ready;
    solved = JSON.stringify(Object.values(form.value()));
  }
  view = begin(place, state, keep, here, offered);
  if (state.view === "chart") view.rulesChanged();
  return () => view.leave();
}

/** Have a stylesheet before anything is shown that needs it. */
function styled(href) {
  if (document.querySelector(`link[href="${href}"]`)) return null;
  const link = el("link", { rel: "stylesheet", href });
  document.head.append(link);
  return new Promise((ready) => {
    link.addEventListener("load", ready);
    link.addEventListener("error", ready);
  });
}
