// What this browser keeps of fair tables: its nonces while a round lasts, so that every tab knows
// them and a page loaded anew still does, and the rounds that it has witnessed.

const MOST_ROUNDS = 400;

const memory = new Map();

function read(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return memory.get(key) ?? null;
  }
}

function write(key, text) {
  try {
    localStorage.setItem(key, text);
  } catch {
    memory.set(key, text); // private windows and full stores: the page itself remembers
  }
}

/** Keep a nonce of ours, by the commitment and the digest it is bound by. */
export function keepNonce(commit, digest, nonce) {
  write(`cutcard-nonce ${commit} ${digest}`, nonce);
}

/** The nonce of ours that this digest binds to; null if no tab of this browser made it. */
export function nonceOf(commit, digest) {
  return read(`cutcard-nonce ${commit} ${digest}`);
}

/** Forget the nonces of a round that is over. */
export function forgetNonces(commit) {
  const begins = `cutcard-nonce ${commit} `;
  for (const key of [...memory.keys()]) if (key.startsWith(begins)) memory.delete(key);
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(begins)) localStorage.removeItem(key);
  } catch {
    // nothing was kept there
  }
}

/** What was witnessed at a table: `{ seated, rounds }`. */
export function witnessedAt(table) {
  const text = read(`cutcard-proof ${table}`);
  return text ? JSON.parse(text) : { seated: null, rounds: [] };
}

/** Keep a round of a table; two tabs that witness the same round keep it once. */
export function keepRound(table, seated, round) {
  const { rounds } = witnessedAt(table);
  const others = rounds.filter((one) => one.round !== round.round);
  const kept = [...others, round].sort((one, other) => one.round - other.round).slice(-MOST_ROUNDS);
  write(`cutcard-proof ${table}`, JSON.stringify({ seated, rounds: kept }));
}
