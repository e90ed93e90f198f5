// The lobby: name yourself, sit down at an open table or watch it, or open one.

import { go } from "../app.js";
import { ask } from "../api.js";
import { el } from "../dom.js";
import { makeRulesForm } from "../rules_form.js";
import { keep } from "../table/felt.js";
import { showOpenTables } from "../table/mine.js";

const PAUSE = 3000;

/** Show the lobby; it is read anew every few seconds while it is seen. */
export function show(main) {
  document.title = "Tables - cutcard";
  const list = el("ul", { class: "table-list lobby" });
  const none = el("p", { class: "quiet" }, "No table is open now.");
  const mine = el("div", { class: "mine" });
  const rows = new Map();
  let timer = 0;
  let left = false;

  async function read() {
    try {
      const { tables } = await ask("/api/tables");
      keep(rows, tables, (one) => one.table, makeRow);
      for (const one of tables) rows.get(one.table).update(one);
      tables.forEach((one, at) => {
        const { root } = rows.get(one.table);
        if (list.children[at] !== root) list.insertBefore(root, list.children[at] ?? null);
      });
      none.textContent = tables.length ? "" : "No table is open now.";
    } catch (error) {
      none.textContent = error.message;
    }
    if (!left) timer = setTimeout(() => (document.hidden ? again() : read()), PAUSE);
  }

  function again() {
    timer = setTimeout(() => (document.hidden ? again() : read()), PAUSE);
  }

  main.append(
    el("h1", {}, "Tables"),
    makeName(),
    el("h2", {}, "Open tables"), none, list,
    el("h2", {}, "Open a table"), makeOpening(),
    mine,
  );
  read();
  showOpenTables(mine);
  return () => {
    left = true;
    clearTimeout(timer);
  };
}

/** The name one is known by. */
function makeName() {
  const field = el("input", { id: "seat-name", maxlength: 24, autocomplete: "nickname" });
  const said = el("span", { class: "quiet", role: "status" });
  const form = el("form", { class: "start-row name-form", onsubmit: save },
    el("span", { class: "field" }, el("label", { for: "seat-name" }, "Your name"), field),
    el("button", {}, "Keep it"), said);
  ask("/api/seat").then(({ name }) => (field.value ||= name ?? ""), () => {});

  async function save(event) {
    event.preventDefault();
    try {
      const { name } = await ask("/api/seat", { name: field.value.trim() });
      said.textContent = `You are ${name ?? field.value.trim()}.`;
      said.className = "good";
    } catch (error) {
      said.textContent = error.message;
      said.className = "bad";
    }
  }
  return form;
}

function makeRow() {
  const link = el("a", {});
  const words = el("span", { class: "quiet" });
  return {
    root: el("li", {}, link, words),
    update(one) {
      const taken = one.taken.length ? one.taken.join(", ") : "nobody yet";
      link.href = `/table/${one.table}`;
      link.textContent = one.title;
      words.textContent = [
        `${one.taken.length} of ${one.seats} seats: ${taken}`,
        one.watching ? `${one.watching} watching` : "",
        one.fair ? "fair cards" : "",
        `${one.rounds} ${one.rounds === 1 ? "round" : "rounds"}`,
      ].filter(Boolean).join(" · ");
    },
  };
}

/** The form that opens a table for others. */
function makeOpening() {
  const seats = number("open-seats", 3, 1, 7);
  const chips = number("open-chips", 100, 1, 1000000);
  const seconds = el("select", { id: "open-seconds" },
    [["30", "30 seconds"], ["60", "a minute"], ["120", "two minutes"], ["", "no limit"]]
      .map(([value, words]) => el("option", { value }, words)));
  const fair = el("input", { type: "checkbox", id: "open-fair" });
  const trouble = el("p", { class: "bad", role: "alert" });
  const field = (words, control) =>
    el("span", { class: "field" }, el("label", { for: control.id }, words), control);
  const form = makeRulesForm({
    game: "vegas-strip",
    between: [el("div", { class: "start-row" }, field("Seats", seats), field("Chips each", chips),
      field("Time to decide", seconds),
      el("label", { class: "check" }, fair, "Fair cards: everybody takes part in the shuffle"),
      el("button", { type: "button", class: "first", onclick: () => open() }, "Open the table")), trouble],
    onchange: () => (trouble.textContent = ""),
  });

  async function open() {
    try {
      const { path } = await ask("/api/tables", {
        ...form.value(), kind: "blackjack", seats: Number(seats.value), chips: Number(chips.value),
        open: true, fair: fair.checked, seconds: seconds.value ? Number(seconds.value) : null,
      });
      go(path);
    } catch (error) {
      if (!form.refused(error.message)) trouble.textContent = error.message;
    }
  }

  return el("div", { class: "start" }, form.root);
}

function number(id, value, least, most) {
  return el("input", { id, type: "number", value: String(value), min: String(least), max: String(most), size: 7 });
}
