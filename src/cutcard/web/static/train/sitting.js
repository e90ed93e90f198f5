// A sitting: exercises one after another. What is right goes on at once; a mistake is shown with
// what every action is worth, until the person goes on.

import { ask } from "../api.js";
import { el, tell } from "../dom.js";
import { drawExercise } from "./exercise.js";
import { title } from "./lesson.js";
import { mistakeWords, worthsTable } from "./marks.js";

/** Ask in `room` until all is answered or the person leaves; returns how to leave. */
export function sitDown(room, lesson, sitting, back) {
  const score = el("p", { class: "quiet" });
  const table = el("div", { class: "exercise", role: "group", "aria-label": "Exercise" });
  const marked = el("div", { class: "marked" });
  const leave = el("button", { type: "button", onclick: finish }, "Finish");
  room.replaceChildren(
    el("h2", {}, `${title(lesson.drill)}: ${sitting.subject}`), score, table, marked, leave);
  let { exercise } = sitting;
  let asked = 0;
  let right = 0;
  let posed = null;
  let waiting = false;
  pose();

  function pose() {
    score.textContent = `${asked + 1} of ${lesson.questions}; ${right} right so far.`;
    posed = drawExercise(exercise, answer);
    table.replaceChildren(posed.element);
    posed.element.querySelector("button:enabled, input")?.focus({ preventScroll: true });
    tell(posed.words);
  }

  async function answer(reply) {
    if (waiting) return;
    waiting = true;
    try {
      const told = await ask(`/api/drills/${sitting.sitting}`, { reply, number: asked });
      asked = told.asked;
      right = told.right;
      ({ exercise } = told);
      show(told.mark);
    } catch (error) {
      marked.replaceChildren(el("p", { class: "bad", role: "alert" }, error.message));
    } finally {
      waiting = false;
    }
  }

  function show(mark) {
    const verdict = mark.right ? "Right" : "No";
    const words = `${verdict}: ${mark.why}`;
    marked.replaceChildren(el("p", { class: mark.right ? "good" : "bad" }, words));
    tell(words);
    const done = asked >= lesson.questions;
    if (mark.right) {
      if (done) finish();
      else pose();
      return;
    }
    if (mark.worths?.length) marked.append(worthsTable(mark));
    posed.freeze();
    const next = el("button", { type: "button", class: "first", onclick: () => (done ? finish() : pose()) },
      done ? "Report" : "Next");
    marked.append(next);
    next.focus({ preventScroll: true });
  }

  async function finish() {
    if (!asked) {
      back();
      return;
    }
    try {
      report(await ask(`/api/drills/${sitting.sitting}`));
    } catch (error) {
      marked.replaceChildren(el("p", { class: "bad", role: "alert" }, error.message));
    }
  }

  function report(told) {
    const cost = told.cost ? ` Mistakes cost ${told.cost.toFixed(4)} bets in all.` : "";
    const words = `${told.right} of ${told.asked} right.${cost}`;
    tell(words);
    const due = Object.entries(told.coming_back).map(([item, after]) => `${item} (in ${after})`);
    const again = el("button", { type: "button", class: "first", onclick: back }, "Practise more");
    room.replaceChildren(
      el("h2", {}, `${title(lesson.drill)}: ${sitting.subject}`),
      el("p", {}, words),
      told.mistakes.length
        ? el("ol", { class: "mistakes" }, told.mistakes.slice(0, 10).map((one) => el("li", {}, mistakeWords(one))))
        : "",
      due.length ? el("p", { class: "quiet" }, `Will come back: ${due.slice(0, 10).join("; ")}.`) : "",
      el("p", { class: "quiet" }, "The same draws in a terminal: ", el("code", {}, told.command)),
      again,
    );
    again.focus({ preventScroll: true });
  }

  const keys = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select")) return;
    posed?.key(event.key.toLowerCase());
  };
  document.addEventListener("keydown", keys);
  return () => document.removeEventListener("keydown", keys);
}
