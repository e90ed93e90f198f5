// A simulation with a live interval and histogram, which its address repeats.

import { el, tell } from "../dom.js";
import { makeBench } from "./bench.js";
import { makeBets } from "./bets.js";
import { makeFigure, paintBands, paintBars } from "./draw.js";
import { isFinished } from "./experiment.js";
import { makeChoice, makeEntry } from "./fields.js";
import { percent, signed, tick, whole } from "./figures.js";

const ROUNDS = [["1000000", "1 million"], ["10000000", "10 million"], ["100000000", "100 million"], ["1000000000", "1 billion"]];

export function showSimulation(place, state, keep, shared, offered) {
  const bench = makeBench({
    verb: "Simulate", played: "Rounds played", nothing: "Stopped before a block of rounds was done.", start, onbegun, onfound,
  });
  const { run, stop, trouble, found, headline, progress, standing, repeat } = bench;
  const counted = el("div", { class: "lab-row" });
  const interval = makeFigure("Edge as rounds are played", "with its 95% interval");
  const histogram = makeFigure("Results of a round", "in chips; the last bars hold what lies beyond");
  const bets = makeBets(state, keep);
  let history = [];

  const rounds = ROUNDS.some(([value]) => value === state.rounds) ? ROUNDS : [...ROUNDS, [state.rounds, whole(Number(state.rounds))]];
  const seed = makeEntry("lab-seed", "Seed", state.seed, (text) => { state.seed = text; keep(); }, { inputmode: "numeric", placeholder: "a new one" });
  const charts = [["", "that of the game"], ["best", "the best"]];
  if (!charts.some(([name]) => name === state.chart)) charts.push([state.chart, state.chart]);
  place.append(
    el("div", { class: "lab-row" },
      makeChoice("lab-sim-chart", "Chart", charts, state.chart, (name) => { state.chart = name; state.cells = {}; showEdits(); keep(); }),
      makeChoice("lab-count", "Count", [["", "none: flat bets"], ...offered.counts.map((name) => [name, name])], state.count, (name) => { state.count = name; showCounted(); keep(); }),
      makeChoice("lab-rounds", "Rounds", rounds, state.rounds, (value) => { state.rounds = value; keep(); }),
      seed),
    counted,
    el("div", { class: "lab-row" }, run, stop),
    trouble, found);
  const edited = el("p", { class: "quiet" });
  counted.before(edited);
  found.append(el("div", { class: "lab-split even" }, interval.root, histogram.root), repeat, bets.root);

  function showEdits() {
    const cells = Object.keys(state.cells).length;
    edited.textContent = cells ? `The chart is played with ${cells} edited ${cells === 1 ? "cell" : "cells"}.` : "";
    edited.hidden = !cells;
  }

  function showCounted() {
    counted.replaceChildren(...(state.count ? [
      makeEntry("lab-ramp", "Bet ramp", state.ramp, (text) => { state.ramp = text; keep(); }, { "aria-describedby": "lab-ramp-says", size: 22 }),
      makeChoice("lab-indices", "Index plays", [["none", "none"], ["all", "all of the count"]], state.indices, (value) => { state.indices = value; keep(); }),
      el("p", { class: "quiet", id: "lab-ramp-says" }, "Chips bet from each count on: 1:2,2:4,3:8 bets 2 from +1, 4 from +2, 8 from +3."),
    ] : []));
  }

  function start() {
    history = [];
    bets.reset();
    keep();
    return ["/api/simulate", {
      game: state.game, changes: state.changes, chart: state.chart || null, cells: state.cells,
      rounds: Number(state.rounds), seed: state.seed === "" ? null : Number(state.seed),
      ...(state.count ? { count: state.count, ramp: state.ramp, indices: state.indices } : {}),
    }];
  }

  function onbegun(repeated) {
    state.run = "1";
    keep();
    if (!repeated) tell("The simulation has begun.");
  }

  function onfound(job, told) {
    const [low, high] = told.interval;
    headline.replaceChildren("Edge ", el("strong", { "data-figure": "edge", "data-value": told.edge }, percent(told.edge)), ` \u00b1 ${(50 * (high - low)).toFixed(4)}%`,
      el("span", { class: "quiet" }, ` of the bet, 95% interval ${percent(low)} to ${percent(high)}`));
    progress.value = told.rounds / job.asked.rounds;
    standing.textContent = `${whole(told.rounds)} of ${whole(job.asked.rounds)} rounds, seed ${told.seed}, ${whole(told.rounds_per_second)} a second (${told.kernel}); ${job.state}.`;
    if (history.at(-1)?.rounds !== told.rounds) history.push({ rounds: told.rounds, low, high, edge: told.edge });
    drawInterval();
    drawHistogram(told);
    if (isFinished(job)) finish(job, told);
  }

  function drawInterval() {
    const seen = history.length > 1 ? history : [history[0], history[0]];
    interval.show(
      `${percent(seen.at(-1).edge)}, 95% interval ${percent(seen.at(-1).low)} to ${percent(seen.at(-1).high)} after ${whole(seen.at(-1).rounds)} rounds`,
      paintBands({
        x: history.length > 1 ? seen.map((one) => one.rounds) : [0, history[0].rounds], bands: [{ low: seen.map((one) => 100 * one.low), high: seen.map((one) => 100 * one.high), kind: "outer" }],
        lines: [{ y: seen.map((one) => 100 * one.edge), kind: "median" }], label: (value, step) => `${tick(value, step)}%`, below: "rounds",
      }),
      ["rounds", "edge", "low", "high"],
      () => history.map((one) => [whole(one.rounds), percent(one.edge), percent(one.low), percent(one.high)]),
    );
  }

  function drawHistogram(told) {
    const bars = Object.entries(told.histogram).map(([gain, times]) => [Number(gain), times]).sort((one, two) => one[0] - two[0]);
    const { seen, step } = thin(bars);
    const share = (times) => `${((100 * times) / told.rounds).toFixed(3)}%`;
    histogram.show(
      `most often ${signed(seen.reduce((one, two) => (two[1] > one[1] ? two : one))[0], 1)}; ${bars.length} different results`,
      paintBars({
        places: seen.map(([gain]) => gain), high: seen.map(([, times]) => (100 * times) / told.rounds), step,
        label: (value, size) => `${tick(value, size)}%`,
        below: { label: "gain", words: (at) => `${signed(seen[at][0], 1)}: ${share(seen[at][1])}` },
      }),
      ["gain", "rounds", "share"],
      () => bars.map(([gain, times]) => [signed(gain, 1), whole(times), share(times)]),
    );
  }

  function finish(job, told) {
    state.rounds = String(told.rounds);
    state.seed = String(told.seed);
    keep();
    document.getElementById("lab-seed").value = told.seed;
    const link = el("a", { href: shared() }, "This address repeats it to the same figures");
    repeat.replaceChildren(
      el("p", {}, link, ". ", el("button", { type: "button", onclick: () => navigator.clipboard.writeText(location.href).then(() => tell("Copied.")) }, "Copy the address")),
      told.command ? el("p", { class: "lab-command" }, "In a terminal: ", el("code", {}, told.command)) : el("p", { class: "quiet" }, "A chart with edited cells: only the address repeats it."));
    tell(`The simulation is ${job.state}: edge ${percent(told.edge)} in ${whole(told.rounds)} rounds.`);
    bets.follow(job.job, Boolean(job.asked.count));
  }

  showEdits();
  showCounted();
  if (state.run) bench.begin(true);
  return { rulesChanged() {}, leave: bench.leave };
}

/** The bars worth drawing: the rarest results, and results closer than a bar is wide, share bars. */
function thin(bars) {
  const rounds = bars.reduce((sum, [, times]) => sum + times, 0);
  const low = end(bars, rounds);
  const high = end([...bars].reverse(), rounds);
  const halves = bars.some(([gain]) => gain % 1) ? 0.5 : 1;
  const step = (high - low) / halves <= 60 ? halves : Math.ceil((high - low) / 60);
  const joined = new Map();
  for (const [gain, times] of bars) {
    const place = Math.round(Math.min(Math.max(gain, low), high) / step) * step;
    joined.set(place, (joined.get(place) ?? 0) + times);
  }
  return { step, seen: [...joined].sort((one, two) => one[0] - two[0]) };
}

/** Where the bars begin that are drawn for themselves: not more than a thousandth lies beyond. */
function end(bars, rounds) {
  let beyond = 0;
  return bars.find(([, times]) => (beyond += times) > rounds / 1000)[0];
}
