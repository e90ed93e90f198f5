// What the lab shows, held by the address, so that it can be shared and repeated.

const DEFAULTS = {
  view: "chart", game: "vegas-strip", chart: "best", count: "", ramp: "1:2,2:4,3:8,4:12", indices: "none",
  rounds: "10000000", seed: "", bankroll: "1000", leave: "", horizon: "20000",
  first: "alpha", second: "caller", pairs: "2000", run: "",
};

/** The state that an address holds. */
export function readAddress(address) {
  const search = address.searchParams;
  const state = {};
  for (const [name, usual] of Object.entries(DEFAULTS)) state[name] = search.get(name) ?? usual;
  state.changes = readChanges(search.getAll("rule"));
  state.cells = Object.fromEntries((search.get("cells") ?? "").split(",").filter(Boolean).map((one) => {
    const [place, letters = ""] = one.split(":");
    return [place.replace(".", " "), letters];
  }));
  state.beside = search.getAll("beside");
  return state;
}

/** The address that holds a state; what is usual is left out. */
export function writeAddress(state) {
  const search = new URLSearchParams();
  for (const [name, usual] of Object.entries(DEFAULTS)) {
    if (String(state[name]) !== usual) search.set(name, state[name]);
  }
  for (const [name, value] of Object.entries(state.changes)) search.append("rule", `${name}=${value}`);
  const cells = Object.entries(state.cells).map(([place, letters]) => `${place.replace(" ", ".")}:${letters}`);
  if (cells.length) search.set("cells", cells.join(","));
  for (const one of state.beside) search.append("beside", one);
  const text = search.toString().replaceAll("%3A", ":").replaceAll("%2C", ",").replaceAll("%3D", "=");
  return text ? `/lab?${text}` : "/lab";
}

/** Rules that are written NAME=VALUE, as in the address of a table. */
export function readChanges(texts) {
  return Object.fromEntries(texts.filter((text) => text.includes("=")).map((text) => {
    const at = text.indexOf("=");
    return [text.slice(0, at), text.slice(at + 1)];
  }));
}

/** A set of rules in one word of the address: european, or vegas-strip;decks=1. */
export function writeRules({ game, changes }) {
  return [game, ...Object.entries(changes).map(([name, value]) => `${name}=${value}`)].join(";");
}

export function readRules(text) {
  const [game, ...changes] = text.split(";");
  return { game, changes: readChanges(changes) };
}
