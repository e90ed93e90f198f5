// A chart in colours: every cell opens to what each action is worth, and can be edited to see what
// that costs, exactly.

import { ask } from "../api.js";
import { el, tell } from "../dom.js";
import { makeChoice } from "./fields.js";
import { percent, signed } from "./figures.js";

const PLAYS = { H: "hit", S: "stand", D: "double", P: "split", R: "surrender" };
const EDITS = ["H", "S", "Dh", "Ds", "Rh", "Rs"];
const PAIR_EDITS = ["P", "Ph", "Ps", "Rp"];

/** The view of a chart. `state` is the lab's; `keep()` writes it to the address. */
export function showChart(place, state, keep) {
  const told = el("p", { class: "lab-edge", "aria-live": "off" }, "");
  const table = el("div", { class: "scroll lab-chart" });
  const cell = el("section", { class: "lab-cell", "aria-label": "Cell" }, el("p", { class: "quiet" }, "Choose a cell to see what every action is worth."));
  const here = el("p", { class: "lab-here" });
  const edits = el("section", { class: "lab-edits", "aria-label": "Edited cells" });
  const legend = el("ul", { class: "lab-legend" });
  const choice = el("div", {});
  const close = el("button", { type: "button", class: "lab-close", onclick: () => split.classList.remove("opened") }, "Close");
  const split = el("div", { class: "lab-split" }, el("div", {}, table, legend), el("div", { class: "lab-aside" }, close, cell, edits));
  place.append(
    el("div", { class: "lab-row" }, choice),
    told,
    split,
  );
  let asking = null;
  let costing = null;
  let chart = null;
  let costs = new Map();
  let chosen = null;
  const tiles = new Map();

  function offerCharts() {
    const names = [["best", "the best for these rules"], ["", "that of the game"],
      ["vegas-strip", "vegas-strip"], ["downtown", "downtown"], ["european", "european"], ["wizard", "wizard"]];
    choice.replaceChildren(makeChoice("lab-chart", "Chart", names, state.chart, (name) => {
      state.chart = name;
      state.cells = {};
      keep();
      find();
    }));
  }

  /** Ask for the chart of the rules as they stand; a later question cancels an earlier one. */
  async function find() {
    asking?.abort();
    asking = new AbortController();
    const { signal } = asking;
    table.setAttribute("aria-busy", "true");
    told.classList.remove("bad");
    told.textContent = chart ? told.textContent : "Solving …";
    try {
      chart = await ask("/api/chart", { game: state.game, changes: state.changes, chart: state.chart || null }, { signal });
    } catch (error) {
      if (error.name === "AbortError") return;
      told.classList.add("bad");
      told.textContent = error.message;
      table.removeAttribute("aria-busy");
      return;
    }
    table.removeAttribute("aria-busy");
    for (const known of Object.keys(state.cells)) {
      if (!chart.cells.some((one) => `${one.row} ${one.column}` === known)) delete state.cells[known];
    }
    told.textContent = `Worth ${percent(chart.edge, 6)} of the initial bet, exactly (${chart.shoe}).`;
    tell(`${chart.title}: the chart is worth ${percent(chart.edge)}.`);
    paint();
    if (chosen && tiles.has(chosen)) open(chosen);
    await cost();
  }

  function paint() {
    const by = new Map(chart.cells.map((one) => [`${one.row} ${one.column}`, one]));
    tiles.clear();
    const wide = chart.columns.length > 12;
    const body = chart.parts.map((part) => el("tbody", {},
      el("tr", {}, el("th", { scope: "col" }, part.name),
        chart.columns.map((column) => el("th", { scope: "col" }, column.label))),
      part.rows.map((row) => el("tr", {}, el("th", { scope: "row" }, row.label), chart.columns.map((column) => {
        const name = `${row.name} ${column.name}`;
        const tile = el("td", { role: "gridcell", tabindex: "-1", "data-cell": name });
        tiles.set(name, { tile, cell: by.get(name), row: row.label, column: column.label });
        return tile;
      })))));
    const drawn = el("table", { role: "grid", class: wide ? "chart-grid wide" : "chart-grid", onclick: (event) => {
      const name = event.target.closest("td")?.dataset.cell;
      if (name) choose(name);
    }, onkeydown: move }, el("caption", {}, `${chart.title}, against ${chart.heading}`), body);
    for (const name of tiles.keys()) dress(name);
    tiles.get(chosen ?? [...tiles.keys()][0])?.tile.setAttribute("tabindex", "0");
    table.replaceChildren(drawn);
    const letters = new Set(chart.cells.map((one) => one.cell[0]));
    legend.replaceChildren(...Object.entries(PLAYS).filter(([letter]) => letters.has(letter)).map(([letter, word]) =>
      el("li", {}, el("b", { class: letter }, letter), word)),
    el("li", { class: "quiet" }, "a small letter: what to do if the first is not allowed"));
  }

  function dress(name) {
    const { tile, cell: known, row, column } = tiles.get(name);
    const letters = state.cells[name] ?? known.cell;
    tile.className = letters[0] + (name in state.cells ? " edited" : "") + (name === chosen ? " chosen" : "");
    tile.textContent = letters;
    tile.setAttribute("aria-label", `${letters}: ${row} against ${column}, ${inWords(letters)}${name in state.cells ? ", edited" : ""}`);
    tile.setAttribute("aria-selected", String(name === chosen));
  }

  /** Arrow keys walk through the cells; Enter opens one. */
  function move(event) {
    const at = event.target.dataset?.cell;
    if (!at) return;
    const rows = chart.parts.flatMap((part) => part.rows.map((row) => row.name));
    const columns = chart.columns.map((column) => column.name);
    const [row, column] = at.split(" ");
    let [down, across] = [rows.indexOf(row), columns.indexOf(column)];
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      choose(at);
      return;
    }
    if (event.key === "Home") across = 0;
    else if (event.key === "End") across = columns.length - 1;
    else if (steps[event.key]) [down, across] = [down + steps[event.key][0], across + steps[event.key][1]];
    else return;
    event.preventDefault();
    const next = tiles.get(`${rows[Math.min(Math.max(down, 0), rows.length - 1)]} ${columns[Math.min(Math.max(across, 0), columns.length - 1)]}`);
    event.target.setAttribute("tabindex", "-1");
    next.tile.setAttribute("tabindex", "0");
    next.tile.focus();
  }

  function choose(name) {
    const before = chosen;
    chosen = name;
    for (const one of tiles.values()) one.tile.setAttribute("tabindex", "-1");
    tiles.get(name).tile.setAttribute("tabindex", "0");
    if (before && tiles.has(before)) dress(before);
    dress(name);
    open(name);
    split.classList.add("opened");
  }

  /** What every action of a cell is worth, and the letters it could have instead. */
  function open(name) {
    const { cell: known, row, column } = tiles.get(name);
    const now = state.cells[name] ?? known.cell;
    const offered = [...new Set([known.cell, now, ...EDITS, ...(isPair(known.row) ? PAIR_EDITS : [])])];
    const best = known.values[0];
    const edit = el("fieldset", { class: "lab-edit" }, el("legend", {}, "Play instead"),
      offered.map((letters) => {
        const id = `edit-${letters}`;
        const input = el("input", { type: "radio", name: "edit", id, value: letters, checked: letters === now, onchange: () => change(name, letters) });
        return el("label", { for: id, class: letters[0], title: inWords(letters) }, input, letters,
          el("span", { class: "unseen" }, ` (${inWords(letters)})`));
      }));
    cell.replaceChildren(
      el("h2", {}, `${row} against ${column}`),
      here,
      el("p", {}, `The chart says ${known.cell}: ${known.words}.`),
      best ? el("table", { class: "lab-values" },
        el("caption", { class: "unseen" }, "What every action is worth with two cards, in initial bets"),
        el("thead", {}, el("tr", {}, ["action", "worth", "costs"].map((word, at) => el("th", { scope: "col", class: at ? "number" : null }, word)))),
        el("tbody", {}, known.values.map(({ action, worth }) => el("tr", { class: action === known.played ? "played" : null },
          el("th", { scope: "row" }, action),
          el("td", { class: "number" }, signed(worth, 6)),
          el("td", { class: "number" }, worth === best.worth ? "best" : (best.worth - worth).toFixed(6))))))
        : el("p", { class: "quiet" }, "No two cards make this hand; it comes up with three or more."),
      edit,
    );
    showHere();
  }

  async function change(name, letters) {
    if (letters === tiles.get(name).cell.cell) delete state.cells[name];
    else state.cells[name] = letters;
    dress(name);
    keep();
    await cost();
  }

  /** What the edited cells cost, each alone and together. */
  async function cost() {
    costing?.abort();
    here.textContent = chosen in state.cells ? "\u2026" : "";
    if (!Object.keys(state.cells).length) {
      costs.clear();
      edits.replaceChildren();
      return;
    }
    costing = new AbortController();
    const { signal } = costing;
    edits.setAttribute("aria-busy", "true");
    try {
      const found = await ask("/api/cost", { game: state.game, changes: state.changes, chart: state.chart || null, cells: state.cells }, { signal });
      costs = new Map(found.cells.map((one) => [`${one.row} ${one.column}`, one]));
      showCosts(found);
    } catch (error) {
      if (error.name === "AbortError") return;
      edits.replaceChildren(el("p", { class: "bad" }, error.message), undo());
    }
    edits.removeAttribute("aria-busy");
  }

  function undo() {
    return el("button", { type: "button", onclick: () => {
      const edited = Object.keys(state.cells);
      state.cells = {};
      for (const name of edited) if (tiles.has(name)) dress(name);
      if (chosen) open(chosen);
      keep();
      cost();
    } }, "Undo all");
  }

  /** What the chosen cell costs by itself, beside its values. */
  function showHere() {
    const one = costs.get(chosen);
    here.textContent = one ? `${one.after} instead of ${one.before} ${one.cost >= 0 ? "costs" : "gains"} ${(100 * Math.abs(one.cost)).toFixed(7)}% of the bet.` : "";
  }

  function showCosts(found) {
    showHere();
    const words = `${found.cost >= 0 ? "costs" : "gains"} ${(100 * Math.abs(found.cost)).toFixed(7)}% of the bet`;
    tell(`The edited chart ${words}.`);
    edits.replaceChildren(
      el("h2", {}, "Edited cells"),
      el("div", { class: "scroll" }, el("table", {},
        el("thead", {}, el("tr", {}, ["hand", "from", "to", "costs alone"].map((word, at) => el("th", { scope: "col", class: at > 2 ? "number" : null }, word)))),
        el("tbody", {}, [...costs.values()].map((one) => {
          const known = tiles.get(`${one.row} ${one.column}`);
          return el("tr", {}, el("th", { scope: "row" }, `${known.row} v ${known.column}`), el("td", {}, one.before), el("td", {}, one.after),
            el("td", { class: "number", "data-cost": one.cost }, `${(100 * one.cost).toFixed(7)}%`));
        })))),
      el("p", { class: "lab-cost", "data-cost": found.cost }, "Edited, the chart ", el("strong", {}, words), `: ${percent(found.after, 7)} instead of ${percent(found.before, 7)}, exactly.`),
      undo(),
    );
  }

  offerCharts();
  return {
    rulesChanged: find,
    leave() {
      asking?.abort();
      costing?.abort();
    },
  };
}

function isPair(row) {
  return /^(22|33|44|55|66|77|88|99|TT|AA)$/.test(row);
}

/** A cell's letters in words: surrender, else hit. */
function inWords(letters) {
  return [...letters.toUpperCase()].map((letter) => PLAYS[letter] ?? letter).join(", else ");
}
