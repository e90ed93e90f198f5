// A table: blackjack or Blockhead, alone or with others.

import { ask } from "../api.js";
import { el, tell } from "../dom.js";
import { makeBlackjack } from "../table/blackjack.js";
import { connect } from "../table/connection.js";

/** Make the room of a table; what only some tables need is loaded for them alone. */
async function makeRoom(view, table, send, sit) {
  if (view.kind === "blockhead") return (await import("../table/blockhead.js")).makeBlockhead(table, send);
  const fair = view.fair ? (await import("../table/fair_panel.js")).makeFairPanel : null;
  return makeBlackjack(table, send, sit, fair);
}

/** Show the table of this address. */
export function show(main, address, { table }) {
  document.title = "Table - cutcard";
  const title = el("h1", {}, "Table");
  const rules = el("p", { class: "quiet table-rules" });
  const inside = el("div", { class: "table-inside" });
  const allRules = el("ul");
  main.append(el("div", { class: "table-head" }, title, rules), inside,
    el("details", { class: "table-all-rules" }, el("summary", {}, "The rules of this table"), allRules));
  let room = null;
  let making = false;
  let latest = null;
  let lost = "";
  let sitting = null;
  let left = false;
  const waiting = [];

  function head() {
    title.textContent = latest?.game.title ?? "Table";
    rules.textContent = lost || [latest?.game.short ?? []].flat().join(" · ");
    rules.classList.toggle("bad", Boolean(lost));
  }

  function send(message) {
    if (!connection.send(message)) tell("There is no connection now; nothing was sent.");
  }

  /** Take a seat under a name; a browser that is new here gets its seat first. */
  async function sit(seat, name) {
    try {
      await ask("/api/seat", { name });
    } catch (error) {
      room.heard({ type: "refused", sentence: error.message });
      return;
    }
    sitting = { type: "sit", seat, name };
    connection.again();
  }

  async function showView(view) {
    latest = view;
    if (sitting) {
      send({ number: view.number, ...sitting });
      sitting = null;
    }
    if (!room) {
      if (making) return;
      making = true;
      room = await makeRoom(view, table, send, sit);
      if (left) return room.leave();
      inside.append(room.root);
    }
    document.title = `${latest.game.title} - cutcard`;
    if (!allRules.children.length) allRules.append(...[latest.game.short].flat().map((rule) => el("li", {}, rule)));
    head();
    room.update(latest);
    inside.dataset.moment = latest.number;
    for (const message of waiting.splice(0)) room.heard(message);
  }

  const connection = connect(table, {
    heard(message) {
      if (message.type === "view") showView(message);
      else if (room) room.heard(message);
      else if (making) waiting.push(message);
      else if (message.sentence) rules.textContent = message.sentence;
    },
    state(words, well) {
      lost = well ? "" : words;
      head();
      tell(words);
    },
  });
  return () => {
    left = true;
    connection.close();
    room?.leave?.();
  };
}
