// The rules as a form: every field with its sentence, contradictions beside the field, and the
// exact edge as they change. Play, the lobby and the lab share it.

import { ask } from "./api.js";
import { el, tell } from "./dom.js";

const TYPED_PAUSE = 250;

/** Make the form. `game` and `changes` are what it begins with; `kind` is "blackjack" or
 * "blockhead"; `onchange({ game, changes, edge, error })` is called whenever the rules change or
 * their edge has been found; `between` stands between the game and its rules. Returns
 * `{ root, value(), ready, open(), refused(sentence) }`; `refused` says whether it has explained, beside
 * a field, why a table with these rules was refused. */
export function makeRulesForm({ kind = "blackjack", game = null, changes = {}, onchange = () => {}, between = [] } = {}) {
  const choice = el("select", { id: "rules-game", onchange: () => choose(choice.value, {}) });
  const about = el("p", { class: "quiet rules-about" });
  const edge = el("output", { class: "rules-edge", for: "rules-game", hidden: kind !== "blackjack" });
  const trouble = el("p", { class: "bad" });
  const fields = el("div", { class: "rules-fields" });
  const summary = el("summary", {}, "Change the rules");
  const details = el("details", { class: "rules-details" }, summary, fields);
  const root = el("div", { class: "rules-form" },
    el("label", { for: "rules-game" }, "Game"), choice, about, edge, trouble, between, details);
  const rows = new Map();
  let titles = [];
  let asking = null;
  let pause = 0;
  let chosen = 0;
  let told = "";

  async function begin() {
    const { games } = await ask("/api/games");
    titles = games.filter((one) => one.kind === kind);
    choice.replaceChildren(...titles.map((one) => el("option", { value: one.name }, one.title)));
    const first = titles.find((one) => one.name === game) ?? titles[0];
    await choose(first.name, changes);
    if (Object.keys(changes).length) details.open = true;
  }

  async function choose(name, begun) {
    const turn = ++chosen;
    choice.value = name;
    about.textContent = titles.find((one) => one.name === name)?.about ?? "";
    const found = await ask(`/api/games/${encodeURIComponent(name)}`);
    if (turn !== chosen) return; // another game was chosen meanwhile
    rows.clear();
    for (const field of found.fields) rows.set(field.name, makeRow(field, begun[field.name], changed));
    fields.replaceChildren(...[...rows.values()].map((row) => row.root));
    await find(null);
  }

  function changed(name, typed) {
    clearTimeout(pause);
    if (typed) pause = setTimeout(() => find(name), TYPED_PAUSE);
    else find(name);
  }

  function value() {
    const differing = [...rows].filter(([, row]) => row.differs()).map(([name, row]) => [name, row.value()]);
    return { game: choice.value, changes: Object.fromEntries(differing) };
  }

  /** Ask for the edge of the rules as they stand; a later change cancels an earlier question. */
  async function find(name) {
    asking?.abort();
    asking = new AbortController();
    const { signal } = asking;
    const now = value();
    const count = Object.keys(now.changes).length;
    summary.textContent = count ? `Change the rules (${count} changed)` : "Change the rules";
    edge.classList.add("stale");
    edge.setAttribute("aria-busy", "true");
    try {
      // Poker has no edge of the house; its rules are checked when a table is made.
      const found = kind === "blackjack" ? await ask("/api/edge", now, { signal }) : {};
      complain(null, "");
      showEdge(found);
      onchange({ ...now, edge: found, error: null });
    } catch (error) {
      if (error.name === "AbortError") return;
      const refused = error.status === 400; // otherwise the rules are good, and only their edge is not known
      complain(name, refused ? error.message : "");
      edge.textContent = refused ? "These rules cannot be played." : `The edge is not known now: ${error.message}`;
      edge.className = "rules-edge bad";
      onchange({ ...now, edge: null, error: refused ? error.message : null });
    }
    edge.removeAttribute("aria-busy");
    edge.classList.remove("stale");
  }

  function showEdge(found) {
    edge.className = "rules-edge";
    if (found.percent === undefined) {
      edge.textContent = "";
      return;
    }
    const whose = found.edge > 0 ? "yours" : "the house's";
    const words = `Edge ${found.percent.replace("-", "−")}: ${whose}, with the best play.`;
    edge.textContent = words;
    if (told && words !== told) tell(words);
    told = words;
  }

  /** The fields that a sentence speaks of, with their values. */
  function namedIn(sentence) {
    return [...rows.keys()].filter((one) => new RegExp(`\\b${one} (=|is|cannot be)`).test(sentence));
  }

  /** Put a complaint beside the field that was changed, if it speaks of it, else beside the first
   * field that it names. */
  function complain(name, sentence) {
    const named = namedIn(sentence);
    const at = named.includes(name) ? name : named[0] ?? name;
    for (const [one, row] of rows) row.complain(one === at ? sentence : "", named.includes(one));
    if (sentence) tell(sentence);
    trouble.textContent = sentence && !at ? sentence : "";
  }

  const ready = begin().catch((error) => {
    about.textContent = error.message;
    about.classList.add("bad");
  });
  return {
    root,
    value,
    ready,
    open: () => (details.open = true),
    refused(sentence) {
      if (!namedIn(sentence).length) return false;
      details.open = true;
      complain(null, sentence);
      return true;
    },
  };
}

/** A field's row: its name, its control, its sentence and room for a complaint. */
function makeRow(field, begun, changed) {
  const id = `rule-${field.name}`;
  const name = field.name.replaceAll("_", " ");
  const complaint = el("p", { class: "bad rule-complaint", id: `${id}-complaint` });
  const described = `${id}-says ${id}-complaint`;
  const control = makeControl(field, id, described, (typed) => {
    mark();
    changed(field.name, typed);
  });
  const root = el("div", { class: "rule" },
    el("label", { for: id }, name), control.root,
    el("p", { class: "quiet rule-says", id: `${id}-says` }, field.says), complaint);
  if (begun !== undefined) control.set(begun);

  function mark() {
    root.classList.toggle("differs", differs());
  }

  function differs() {
    return String(control.value()) !== String(field.value);
  }
  mark();
  return {
    root,
    differs,
    value: control.value,
    complain(sentence, involved) {
      complaint.textContent = sentence;
      control.focusable.setAttribute("aria-invalid", String(Boolean(sentence) || involved));
    },
  };
}

function makeControl(field, id, described, changed) {
  const common = { id, "aria-describedby": described };
  if (field.kind === "yesno") {
    const box = el("input", { ...common, type: "checkbox", checked: field.value === true, onchange: () => changed(false) });
    return {
      root: el("span", { class: "rule-yesno" }, box),
      focusable: box,
      value: () => box.checked,
      set: (to) => (box.checked = to === true || to === "true"),
    };
  }
  if (field.kind === "word" || (field.kind === "number" && field.most - field.least < 20)) {
    const numbers = field.kind === "number"
      ? Array.from({ length: field.most - field.least + 1 }, (_, at) => String(field.least + at)) : [];
    const words = [...numbers, ...(field.words ?? []), ...(field.word ? [field.word] : [])];
    const select = el("select", { ...common, onchange: () => changed(false) },
      words.map((word) => el("option", { value: word }, word)));
    select.value = String(field.value);
    const read = () => (numbers.includes(select.value) ? Number(select.value) : select.value);
    return { root: select, focusable: select, value: read, set: (to) => (select.value = String(to)) };
  }
  const input = el("input", { ...common, autocomplete: "off", spellcheck: "false", size: 12, oninput: () => changed(true) });
  input.value = String(field.value);
  const read = () => (/^\d+$/.test(input.value.trim()) ? Number(input.value) : input.value.trim());
  return { root: input, focusable: input, value: read, set: (to) => (input.value = String(to)) };
}
