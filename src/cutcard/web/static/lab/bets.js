// Sliders without a button: bets laid on the rounds of a simulation that has been played.

import { ask } from "../api.js";
import { el } from "../dom.js";
import { makeFigure, makeTable, paintBands } from "./draw.js";
import { makeChoice, makeSlider } from "./fields.js";
import { signed, tick, whole } from "./figures.js";

const STEPS = 6;
const STAYS = -11;
/** The slider's least value: nobody leaves. */

/** The bets of a counter on a finished simulation. `state` is the lab's. */
export function makeBets(state, keep) {
  const root = el("section", { class: "lab-bets", "aria-labelledby": "lab-bets-title" });
  const figures = el("dl", { class: "lab-figures" });
  const trouble = el("p", { class: "bad" });
  const bands = makeFigure("Bankroll", "in chips: the median, bands of 50% and 90%, and some paths", 260);
  const rows = el("div", { class: "scroll" });
  let job = null;
  let counting = false;
  let asking = false;
  let wanted = false;
  let steps = [];
  let spread = 12;
  let sliders = [];

  /** Begin with a simulation that has something to lay bets on. */
  function follow(name, isCounting) {
    job = name;
    if (counting !== isCounting || !root.childElementCount) {
      counting = isCounting;
      build();
    }
    lay();
  }

  function build() {
    ({ steps, spread } = readSteps(state.ramp));
    const most = Math.max(20, spread);
    sliders = steps.map((chips, at) => makeSlider(`lab-bet-${at + 1}`, at === STEPS - 1 ? `bet at +${STEPS} and more` : `bet at +${at + 1}`,
      { min: 1, max: most, value: chips, shown: (value) => `${value}` }, (value) => {
        // Nobody bets less at a higher count: the neighbours give way.
        steps = steps.map((one, place) => place < at ? Math.min(one, value) : place > at ? Math.max(one, value) : value);
        sliders.forEach((slider, place) => slider.set(steps[place]));
        spread = Math.max(...steps);
        wide.set(spread);
        changed();
      }));
    const wide = makeSlider("lab-spread", "spread", { min: 1, max: most, value: spread, shown: (value) => `1 to ${value}` }, (value) => {
      steps = steps.map((chips) => rescale(chips, spread, value));
      spread = value;
      sliders.forEach((slider, at) => slider.set(steps[at]));
      changed();
    });
    const roll = makeSlider("lab-bankroll", "bankroll", { min: 20, max: 120, value: Math.round(20 * Math.log10(Number(state.bankroll))), shown: (value) => `${whole(chipsAt(value))} chips` }, (value) => {
      state.bankroll = String(chipsAt(value));
      changed();
    });
    const leave = makeSlider("lab-leave", "leave the table below", { min: STAYS, max: 5, value: state.leave === "" ? STAYS : Number(state.leave), shown: (value) => value === STAYS ? "never" : signed(value, 0) }, (value) => {
      state.leave = value === STAYS ? "" : String(value);
      changed();
    });
    const horizon = makeChoice("lab-horizon", "followed over", [["1000", "1,000 rounds"], ["5000", "5,000 rounds"], ["20000", "20,000 rounds"], ["100000", "100,000 rounds"]], state.horizon, (value) => {
      state.horizon = value;
      changed();
    });
    root.replaceChildren(
      el("h2", { id: "lab-bets-title" }, counting ? "What other bets would earn on these rounds" : "What may become of a bankroll"),
      el("p", { class: "quiet" }, counting
        ? "Move a slider: no card is dealt again, the results by count are laid on anew. Rounds at counts below where you leave are watched, not played."
        : "Flat bets of one chip, on rounds like those that were played."),
      el("div", { class: "lab-split even" },
        el("div", { class: "lab-sliders" }, counting ? [...sliders.map((slider) => slider.root), wide.root, leave.root] : [], roll.root, horizon),
        el("div", {}, figures, trouble, bands.root)),
      counting ? el("details", {}, el("summary", {}, "Results by count"), rows) : rows,
    );
  }

  function changed() {
    if (counting) state.ramp = writeSteps(steps);
    keep();
    wanted = true;
    requestAnimationFrame(lay);
  }

  /** One question at a time, and always the latest: what was moved meanwhile is asked next. */
  async function lay() {
    if (asking || !job) return;
    asking = true;
    wanted = false;
    try {
      const found = await ask(`/api/jobs/${job}/bets`, {
        ramp: counting ? state.ramp : "1-1", bankroll: Number(state.bankroll),
        leave: counting && state.leave !== "" ? Number(state.leave) : null, horizon: Number(state.horizon),
      });
      trouble.textContent = "";
      showFigures(found);
      showBands(found);
      if (counting) showRows(found);
    } catch (error) {
      trouble.textContent = error.message;
    }
    asking = false;
    if (wanted) requestAnimationFrame(lay);
  }

  function showFigures(found) {
    const [low, high] = found.win_rate_interval;
    const lines = [
      ["win rate", `${signed(found.win_rate_per_100, 3)} chips per 100 rounds`, `95% interval ${signed(low, 3)} to ${signed(high, 3)}`, "win_rate_per_100"],
      ["risk of ruin", `${(100 * found.risk_of_ruin).toFixed(2)}%`, `with ${whole(found.bankroll)} chips, ever`, "risk_of_ruin"],
      ["N0", found.n0 === null ? "infinite" : `${whole(found.n0)} rounds`, "until the gain is one standard deviation", "n0"],
      ["SCORE", found.score === null ? "none" : found.score.toFixed(2), "", "score"],
      ["average bet", found.average_bet.toFixed(4), found.played < 1 ? `${(100 * found.played).toFixed(1)}% of the rounds are played` : "chips a round", "average_bet"],
      ["standard deviation", `${found.sd.toFixed(3)} chips a round`, "", "sd"],
      ["bankroll for 5% risk", found.bankroll_for_risk === null ? "none is enough" : `${whole(found.bankroll_for_risk)} chips`, "", "bankroll_for_risk"],
    ];
    if (counting && found.kelly) lines.push(["Kelly's ramp", found.kelly.ramp, `SCORE ${(found.kelly.score ?? 0).toFixed(2)} with the same spread${found.leave === null ? "" : " on the rounds played"}`, "kelly"]);
    figures.replaceChildren(...lines.flatMap(([name, value, about, key]) => [
      el("dt", {}, name),
      el("dd", {}, el("strong", { "data-figure": key, "data-value": typeof found[key] === "number" ? found[key] : null }, value), about ? el("span", { class: "quiet" }, ` ${about}`) : null),
    ]));
  }

  function showBands(found) {
    const { rounds, quantiles, some, ruined, sampled } = found.paths;
    const q = (share) => quantiles[share];
    const last = rounds.length - 1;
    bands.show(
      `after ${whole(rounds[last])} rounds half of ${sampled} sampled bankrolls lie between ${whole(q("0.25")[last])} and ${whole(q("0.75")[last])} chips, nine in ten between ${whole(q("0.05")[last])} and ${whole(q("0.95")[last])}; ${(100 * ruined).toFixed(1)}% were ruined`,
      paintBands({
        x: rounds,
        bands: [{ low: q("0.05"), high: q("0.95"), kind: "outer" }, { low: q("0.25"), high: q("0.75"), kind: "inner" }],
        lines: [...some.map((y) => ({ y, kind: "some" })), { y: q("0.5"), kind: "median" }],
        level: { y: 0, words: "ruin" }, label: tick, below: "rounds",
      }),
      ["rounds", "5%", "25%", "median", "75%", "95%"],
      () => rounds.map((at, place) => [whole(at), ...["0.05", "0.25", "0.5", "0.75", "0.95"].map((share) => whole(q(share)[place]))]).filter((_, place) => place % 5 === 0),
    );
  }

  function showRows(found) {
    rows.replaceChildren(makeTable(["count", "rounds", "edge", "± 95%", "bet"],
      found.by_count.filter((row) => row.rounds / found.rounds >= 0.0005).map((row) => [
        signed(row.count, 0), `${((100 * row.rounds) / found.rounds).toFixed(3)}%`,
        row.bet ? `${signed(100 * row.edge, 3)}%` : "watched", row.stderr === null ? "" : `${(195.996 * row.stderr).toFixed(3)}%`, row.bet])));
  }

  return { root, follow, reset() { root.replaceChildren(); job = null; } };
}

function chipsAt(value) {
  const exact = 10 ** (value / 20);
  const digits = 10 ** Math.max(0, Math.floor(Math.log10(exact)) - 1);
  return Math.round(exact / digits) * digits;
}

/** The bets at +1 to +6 of a written ramp. */
function readSteps(ramp) {
  const given = ramp.includes(":")
    ? ramp.split(",").map((step) => step.split(":").map(Number))
    : Array.from({ length: Number(ramp.split("-")[1]) || 1 }, (_, at) => [at + 1, at + 1]);
  const steps = Array.from({ length: STEPS }, (_, at) => given.filter(([count]) => count <= at + 1).at(-1)?.[1] ?? 1);
  return { steps, spread: Math.max(1, ...steps) };
}

/** The same bets as a ramp is written: only where the bet changes. */
function writeSteps(steps) {
  const changes = steps.map((chips, at) => [at + 1, chips]).filter(([count, chips], at) => chips !== (at ? steps[at - 1] : 1));
  return changes.length ? changes.map((step) => step.join(":")).join(",") : "1-1";
}

function rescale(chips, from, to) {
  return from <= 1 ? chips === 1 ? 1 : to : Math.max(1, Math.round(1 + ((chips - 1) * (to - 1)) / (from - 1)));
}
