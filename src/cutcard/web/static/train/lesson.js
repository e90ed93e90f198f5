// What to be drilled in: the drill, the game, the chart or count that is right.

import { el } from "../dom.js";

/** A form for a lesson; `begin` is called with what was chosen and the number of exercises. */
export function chooseLesson(offered, given, begin) {
  const complaint = el("p", { class: "bad", role: "alert" });
  const names = offered.drills.map(({ name }) => name);
  const wanted = names.includes(given.get("drill")) ? given.get("drill") : names[0];
  const drill = el("fieldset", { class: "drills" }, el("legend", {}, "Drill"),
    offered.drills.map(({ name, says }) => el("label", {},
      el("input", { type: "radio", name: "drill", value: name, checked: name === wanted }),
      el("span", {}, el("strong", {}, title(name)), el("br"), el("span", { class: "quiet" }, says)))));
  const form = el("form", { class: "lesson" },
    drill,
    el("div", { class: "fields" },
      pick("game", "Game", offered.games.map(({ name, title: called }) => [name, called]), given.get("game") ?? "vegas-strip"),
      pick("chart", "Chart", [["", "that of the game"], ["best", "the best for its rules"]], given.get("chart") ?? "", "strategy indices running true"),
      pick("count", "Count", offered.counts.map((name) => [name, name]), given.get("count") ?? "hi-lo", "indices running true"),
      pick("cards", "Cards at a time", [..."1234"].map((n) => [n, n]).concat([["round", "a whole round"]]), given.get("cards") ?? "2", "running true"),
      pick("groups", "Asked after", [["1", "each group"], ["3", "3 groups"], ["5", "5 groups"], ["shoe", "the whole shoe"]], given.get("groups") ?? "1", "running true"),
      pick("questions", "Exercises", ["10", "20", "50", "100"].map((n) => [n, n]), given.get("questions") ?? "20"),
    ),
    el("button", { class: "first" }, "Begin"),
    complaint,
  );

  function chosen() {
    return form.querySelector("[name=drill]:checked").value;
  }

  // A field that the drill has no use for stays where it is, so that nothing moves; it is off.
  function fit() {
    for (const field of form.querySelectorAll("[data-drills]")) {
      field.disabled = !field.dataset.drills.split(" ").includes(chosen());
    }
  }

  form.addEventListener("change", fit);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    complaint.textContent = "";
    const lesson = { drill: chosen() };
    for (const { name, value } of form.querySelectorAll(".lesson-part:enabled")) {
      if (value) lesson[name] = /^\d+$/.test(value) ? Number(value) : value;
    }
    try {
      await begin(lesson, Number(form.querySelector("[name=questions]").value));
    } catch (error) {
      complaint.textContent = error.message;
    }
  });
  fit();
  return form;
}

function pick(name, called, options, chosen, drills = null) {
  const part = name === "questions" ? null : "lesson-part";
  return el("label", {}, called,
    el("select", { name, class: part, "data-drills": drills },
      options.map(([value, words]) => el("option", { value, selected: value === chosen }, words))));
}

const TITLES = {
  strategy: "Basic strategy", running: "Running count", true: "True count",
  decks: "Deck estimation", indices: "Index plays",
};

/** A drill's name for people. */
export function title(name) {
  return TITLES[name] ?? name;
}
