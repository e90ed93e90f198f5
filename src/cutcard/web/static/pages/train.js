// The practice room: choose a drill, answer, see what it cost, and what is still to be learnt.

import { ask } from "../api.js";
import { el } from "../dom.js";
import { chooseLesson } from "../train/lesson.js";
import { showProgress } from "../train/progress.js";
import { sitDown } from "../train/sitting.js";

export async function show(main, address) {
  document.title = "Train - cutcard";
  const room = el("div", { class: "train" });
  main.append(el("h1", {}, "Train"), room);
  let end = () => {};

  async function choose() {
    end();
    end = () => {};
    const progress = el("section", { "aria-labelledby": "progress-title" });
    const offered = await ask("/api/drills");
    room.replaceChildren(chooseLesson(offered, address.searchParams, begin), progress);
    await showProgress(progress);
  }

  async function begin(lesson, questions) {
    const sitting = await ask("/api/drills", lesson);
    end = sitDown(room, { drill: lesson.drill, questions }, sitting, choose);
  }

  await choose();
  return () => end();
}
