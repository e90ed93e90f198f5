// Blackjack by any rules: choose them and sit down.

import { go } from "../app.js";
import { ask } from "../api.js";
import { el } from "../dom.js";
import { makeRulesForm } from "../rules_form.js";
import { showOpenTables } from "../table/mine.js";

/** Show the choice of rules; the address may hold ?game=european&rule=surrender=early. */
export function show(main, address) {
  document.title = "Blackjack - cutcard";
  const chips = el("input", { id: "play-chips", inputmode: "numeric", value: "100", size: 7, maxlength: 7 });
  const seed = el("input", { id: "play-seed", autocomplete: "off", size: 12, "aria-describedby": "play-seed-says" });
  seed.value = address.searchParams.get("seed") ?? "";
  const fair = el("input", { id: "play-fair", type: "checkbox", "aria-describedby": "play-fair-says" });
  const trouble = el("p", { class: "bad", role: "alert" });
  const sit = el("button", { type: "button", class: "first", onclick: () => begin() }, "Sit down");
  const form = makeRulesForm({
    kind: "blackjack",
    game: address.searchParams.get("game") ?? "vegas-strip",
    changes: readChanges(address.searchParams.getAll("rule")),
    between: [el("div", { class: "start-row" },
      el("span", { class: "field" }, el("label", { for: "play-chips" }, "Chips"), chips), sit), trouble],
    onchange: ({ game, changes, error }) => {
      sit.disabled = Boolean(error);
      trouble.textContent = "";
      history.replaceState(null, "", shared(address, game, changes));
    },
  });

  async function begin() {
    trouble.textContent = "";
    try {
      const { path } = await ask("/api/tables", {
        ...form.value(), kind: "blackjack", seats: 1, chips: Number(chips.value),
        seed: seed.value.trim() === "" ? null : Number(seed.value), open: false,
        fair: fair.checked, seconds: null,
      });
      go(path);
    } catch (error) {
      if (!form.refused(error.message)) trouble.textContent = error.message;
    }
  }

  const mine = el("div", { class: "mine" });
  main.append(
    el("h1", {}, "Blackjack"),
    el("div", { class: "start" }, form.root,
      el("details", {}, el("summary", {}, "Seed and fair cards"),
        el("div", { class: "rule" }, el("label", { for: "play-seed" }, "seed"), seed,
          el("p", { class: "quiet", id: "play-seed-says" }, "The same seed deals the same cards again; empty: new ones.")),
        el("div", { class: "rule" }, el("label", { for: "play-fair" }, "fair"), el("span", { class: "rule-yesno" }, fair),
          el("p", { class: "quiet", id: "play-fair-says" },
            "Your browser takes part in every shuffle and checks it; the shoe is shuffled every round.")))),
    mine,
  );
  showOpenTables(mine, "blackjack");
}

function readChanges(texts) {
  return Object.fromEntries(texts.filter((text) => text.includes("=")).map((text) => {
    const at = text.indexOf("=");
    return [text.slice(0, at), text.slice(at + 1)];
  }));
}

/** The address that holds these rules. */
function shared(address, game, changes) {
  const search = new URLSearchParams({ game });
  for (const [name, value] of Object.entries(changes)) search.append("rule", `${name}=${value}`);
  const seed = address.searchParams.get("seed");
  if (seed) search.set("seed", seed);
  return `/play?${search}`;
}
