// A table: blackjack or Blockhead, alone or with others.

import { el, tell } from "../dom.js";
import { makeBlackjack } from "../table/blackjack.js";
import { connect } from "../table/connection.js";

const KINDS = {
  blackjack: async () => makeBlackjack,
  blockhead: async () => (await import("../table/blockhead.js")).makeBlockhead,
};

/** Show the table of this address. */
export function show(main, address, { table }) {
  document.title = "Table - cutcard";
  const title = el("h1", {}, "Table");
  const rules = el("p", { class: "quiet table-rules" });
  const inside = el("div", { class: "table-inside" });
  main.append(el("div", { class: "table-head" }, title, rules), inside);
  let room = null;
  let making = false;
  let latest = null;
  let lost = "";

  function head() {
    title.textContent = latest?.game.title ?? "Table";
    rules.textContent = lost || [latest?.game.short ?? []].flat().join(" · ");
    rules.classList.toggle("bad", Boolean(lost));
  }

  async function showView(view) {
    latest = view;
    if (!room) {
      if (making) return;
      making = true;
      const make = await (KINDS[view.kind] ?? KINDS.blackjack)();
      room = make(table, (message) => {
        if (!connection.send(message)) tell("There is no connection now; nothing was sent.");
      });
      inside.append(room.root);
    }
    document.title = `${latest.game.title} - cutcard`;
    head();
    room.update(latest);
  }

  const connection = connect(table, {
    heard(message) {
      if (message.type === "view") showView(message);
      else room?.heard(message);
    },
    state(words, well) {
      lost = well ? "" : words;
      head();
      tell(words);
    },
  });
  return () => {
    connection.close();
    room?.leave?.();
  };
}
