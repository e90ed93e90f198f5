// The arithmetic of fair shuffles, as docs/network.md states it: what binds the dealer and the
// seats, and the order of the cards that follows from it.

import { sha256 } from "./sha256.js";

/** Bytes of a secret, of a nonce and of every digest. */
export const SIZE = 32;

/** What stands for the commitment of the round before a table's first one. */
export const NO_COMMITMENT = new Uint8Array(SIZE);

const TAG = "cutcard fair 2";
const SUITS = "shcd";
const RANKS = "A23456789TJQK";

/** The digest of fields for a purpose; every field is preceded by its length. */
export async function mix(purpose, ...fields) {
  const all = [bytesOf(TAG), bytesOf(purpose), ...fields];
  const joined = new Uint8Array(all.reduce((sum, field) => sum + 4 + field.length, 0));
  const view = new DataView(joined.buffer);
  let at = 0;
  for (const field of all) {
    view.setUint32(at, field.length);
    joined.set(field, at + 4);
    at += 4 + field.length;
  }
  return sha256(joined);
}

/** A text as a field. */
export function bytesOf(text) {
  return new TextEncoder().encode(text);
}

/** A number as a field: eight bytes, the most significant first. */
export function eightBytes(number) {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(number));
  return bytes;
}

/** Bytes written in hexadecimal digits. */
export function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The bytes that hexadecimal digits write. */
export function fromHex(text) {
  if (!/^([0-9a-f]{2})*$/.test(text)) throw new Error(`'${text}' is not hexadecimal`);
  return Uint8Array.from(text.match(/../g) ?? [], (two) => Number.parseInt(two, 16));
}

/** The rules as the terms of a table name them: every rule, by name, as JSON without blanks. */
export function rulesText(rules) {
  return JSON.stringify(Object.fromEntries(Object.entries(rules).sort(([one], [other]) => (one < other ? -1 : 1))));
}

/** The terms of one round, bound to the commitment of the round before. */
export async function termsOfRound({ table, seats, seconds, rules }, round, before) {
  const digest = await mix("rules", bytesOf(rulesText(rules)));
  return mix("terms", fromHex(table), eightBytes(round), eightBytes(seats + 1),
    eightBytes(rules.decks), digest, bytesOf("table"), eightBytes(seconds), before);
}

/** What binds the dealer to its secret, and everybody to the terms of the round. */
export function commitment(terms, secret) {
  return mix("secret", terms, secret);
}

/** What binds a seat to its nonce, in this round and at this seat only. */
export function nonceDigest(commit, seat, nonce) {
  return mix("nonce", commit, eightBytes(seat), nonce);
}

/** The key that the order of the cards follows from. */
export async function orderKey(commit, digests, secret, nonces) {
  return mix("order", commit, await mix("list", commit, ...digests), secret, ...nonces);
}

/** The order of the cards of some decks that follows from a key. */
export async function shuffled(key, decks) {
  const pile = Array.from({ length: decks }, () =>
    [...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit))).flat();
  const order = [];
  for (let counter = 0; pile.length; counter += 1) {
    const digest = await mix("numbers", key, eightBytes(counter));
    const view = new DataView(digest.buffer, digest.byteOffset);
    for (let word = 0; word < 8 && pile.length; word += 1) {
      const number = view.getUint32(4 * word);
      const left = pile.length;
      // Numbers that would make some cards likelier than others are skipped.
      if (number >= left * Math.floor(2 ** 32 / left)) continue;
      const place = number % left;
      const last = pile.pop();
      order.push(place < left - 1 ? pile[place] : last);
      if (place < left - 1) pile[place] = last;
    }
  }
  return order;
}
