// A duel of two players of Blockhead Poker: pairs of games with the same cards, seats swapped.

import { el, tell } from "../dom.js";
import { makeBench } from "./bench.js";
import { makeFigure, paintBands, paintBars } from "./draw.js";
import { isFinished } from "./experiment.js";
import { makeChoice, makeEntry } from "./fields.js";
import { signed, tick, whole } from "./figures.js";

const PAIRS = [["200", "200"], ["2000", "2,000"], ["20000", "20,000"], ["200000", "200,000"]];

export function showDuel(place, state, keep, shared, offered) {
  const players = offered.players.map(({ name }) => [name, name]);
  const bench = makeBench({
    verb: "Play the duel", played: "Pairs played", nothing: "Stopped before two pairs were played.", start, onbegun, onfound,
  });
  const { run, stop, trouble, found, headline, progress, standing, repeat } = bench;
  const interval = makeFigure("Gain as pairs are played", "in chips a game, with its 95% interval");
  const histogram = makeFigure("Gains of pairs", "in chips a game");
  let history = [];
  const pairs = PAIRS.some(([value]) => value === state.pairs) ? PAIRS : [...PAIRS, [state.pairs, whole(Number(state.pairs))]];
  place.append(
    el("p", { class: "quiet" }, "A pair is two games with the same cards and seats swapped, so that much of the luck of the cards cancels out."),
    el("div", { class: "lab-row" },
      makeChoice("lab-first", "First", players, state.first, (name) => { state.first = name; keep(); }),
      makeChoice("lab-second", "Second", players, state.second, (name) => { state.second = name; keep(); }),
      makeChoice("lab-pairs", "Pairs of games", pairs, state.pairs, (value) => { state.pairs = value; keep(); }),
      makeEntry("lab-duel-seed", "Seed", state.seed, (text) => { state.seed = text; keep(); }, { inputmode: "numeric", placeholder: "a new one" })),
    el("div", { class: "lab-row" }, run, stop), trouble, found);
  found.append(el("div", { class: "lab-split even" }, interval.root, histogram.root), repeat);

  function start() {
    history = [];
    return ["/api/duel", {
      first: state.first, second: state.second, pairs: Number(state.pairs), seed: state.seed === "" ? null : Number(state.seed),
    }];
  }

  function onbegun() {
    state.run = "1";
    keep();
  }

  function onfound(job, told) {
    const [low, high] = told.interval;
    headline.replaceChildren(`${told.first} against ${told.second}: `, el("strong", { "data-figure": "mean", "data-value": told.mean }, signed(told.mean, 2)), ` \u00b1 ${((high - low) / 2).toFixed(2)} chips a game`,
      el("span", { class: "quiet" }, `, 95% interval ${signed(low, 2)} to ${signed(high, 2)}`));
    progress.value = told.pairs / job.asked.pairs;
    standing.textContent = `${whole(told.pairs)} of ${whole(job.asked.pairs)} pairs, seed ${told.seed}; ${job.state}.`;
    if (history.at(-1)?.pairs !== told.pairs) history.push({ pairs: told.pairs, low, high, mean: told.mean });
    const seen = history.length > 1 ? history : [history[0], history[0]];
    interval.show(`${signed(told.mean, 2)} chips a game after ${whole(told.pairs)} pairs`,
      paintBands({
        x: history.length > 1 ? seen.map((one) => one.pairs) : [0, told.pairs], bands: [{ low: seen.map((one) => one.low), high: seen.map((one) => one.high), kind: "outer" }],
        lines: [{ y: seen.map((one) => one.mean), kind: "median" }], label: tick, below: "pairs",
      }),
      ["pairs", "gain", "low", "high"], () => history.map((one) => [whole(one.pairs), signed(one.mean, 2), signed(one.low, 2), signed(one.high, 2)]));
    const bars = told.histogram;
    histogram.show(`from ${bars[0][0]} to ${bars.at(-1)[1]} chips a game`,
      paintBars({
        places: bars.map(([from]) => from), high: bars.map(([, , times]) => times), step: bars[0][1] - bars[0][0], label: tick,
        below: { label: "gain", words: (at) => `${bars[at][0]} to ${bars[at][1]}: ${whole(bars[at][2])} pairs` },
      }),
      ["from", "to", "pairs"], () => bars.map(([from, to, times]) => [signed(from, 0), signed(to, 0), whole(times)]));
    if (isFinished(job)) finish(job, told);
  }

  function finish(job, told) {
    state.pairs = String(told.pairs);
    state.seed = String(told.seed);
    keep();
    document.getElementById("lab-duel-seed").value = told.seed;
    const won = told.games_won === undefined ? "" : ` ${told.first} won ${(100 * told.games_won).toFixed(1)}% of the games.`;
    repeat.replaceChildren(
      el("p", {}, `${won} `, el("a", { href: shared() }, "This address repeats it to the same figures"), "."),
      el("p", { class: "lab-command" }, "In a terminal: ", el("code", {}, told.command)));
    tell(`The duel is ${job.state}: ${signed(told.mean, 2)} chips a game.`);
  }

  if (state.run) bench.begin(true);
  return { rulesChanged() {}, leave: bench.leave };
}
