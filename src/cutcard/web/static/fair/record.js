// A player's record of a fair table as `cutcard verify` reads it: a line of JSON for every round,
// each sealed and bound to the line before.

import { bytesOf, hex, mix } from "./arithmetic.js";

/** The record as text. */
export async function writeRecord(seated, rounds) {
  let text = "";
  let before = "";
  for (const entry of [{ kind: "begun", keeper: "player", version: 2 }, seated, ...rounds]) {
    const content = JSON.stringify({ before, ...entry }).slice(0, -1);
    before = hex(await mix("line", bytesOf(content)));
    text += `${content},"seal":"${before}"}\n`;
  }
  return text;
}
