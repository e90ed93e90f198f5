// Blockhead Poker: choose a game and an opponent, and sit down.

import { go } from "../app.js";
import { ask } from "../api.js";
import { el } from "../dom.js";
import { makeRulesForm } from "../rules_form.js";
import { showOpenTables } from "../table/mine.js";

/** Show the choice of game and opponent; the address may hold ?game=real-poker&opponent=beta. */
export async function show(main, address) {
  document.title = "Blockhead Poker - cutcard";
  const { players } = await ask("/api/choices");
  const opponent = el("select", { id: "opponent" }, players.map(({ name, way }) =>
    el("option", { value: name }, `${name[0].toUpperCase()}${name.slice(1)}: ${way}`)));
  opponent.value = address.searchParams.get("opponent") ?? "beta";
  const trouble = el("p", { class: "bad", role: "alert" });
  const form = makeRulesForm({
    kind: "blockhead",
    game: address.searchParams.get("game") ?? "blockhead",
    between: [el("div", { class: "start-row" },
      el("span", { class: "field" }, el("label", { for: "opponent" }, "Opponent"), opponent),
      el("button", { type: "button", class: "first", onclick: () => begin() }, "Sit down")), trouble],
    onchange: () => (trouble.textContent = ""),
  });

  async function begin() {
    trouble.textContent = "";
    const seed = address.searchParams.get("seed");
    try {
      const { path } = await ask("/api/tables", {
        ...form.value(), kind: "blockhead", opponent: opponent.value,
        ...(seed ? { seed: Number(seed) } : {}),
      });
      go(path);
    } catch (error) {
      if (!form.refused(error.message)) trouble.textContent = error.message;
    }
  }

  const mine = el("div", { class: "mine" });
  main.append(
    el("h1", {}, "Blockhead Poker"),
    el("p", {}, "Five cards each, one of them hidden. Highest total takes the pot; a tie carries it over."),
    el("div", { class: "start" }, form.root),
    mine,
  );
  showOpenTables(mine, "blockhead");
}
