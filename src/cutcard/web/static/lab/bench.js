// The bench that an experiment runs on: its buttons, what it has found so far, what goes wrong.

import { el, tell } from "../dom.js";
import { isFinished, startExperiment } from "./experiment.js";

/** A bench. `start` says what to ask of which path, `onbegun` is called when the server has begun,
 * `onfound(job, told)` whenever there is something to show; `nothing` is said of an experiment that
 * was stopped before. */
export function makeBench({ verb, played, nothing, start, onbegun, onfound }) {
  let running = null;
  const run = el("button", { type: "button", class: "first", onclick: () => begin() }, verb);
  const stop = el("button", { type: "button", disabled: true, onclick: () => running?.stop().catch(complain) }, "Stop");
  const trouble = el("p", { class: "bad" });
  const found = el("section", { class: "lab-found", "aria-label": "What was found", hidden: true });
  const headline = el("p", { class: "lab-edge" });
  const progress = el("progress", { max: "1", value: "0", "aria-label": played });
  const standing = el("p", { class: "quiet lab-state" });
  const repeat = el("div", { class: "lab-repeat" });
  found.append(headline, progress, standing);

  /** Start it; `repeated` when the address asks for it. */
  async function begin(repeated = false) {
    running?.leave();
    running = null;
    trouble.textContent = "";
    run.disabled = true;
    try {
      const [path, asked] = start();
      running = await startExperiment(path, asked, show);
      onbegun(repeated);
      stop.disabled = isFinished(running.job());
    } catch (error) {
      complain(error);
    }
    run.disabled = false;
  }

  function complain(error) {
    trouble.textContent = error.message;
    tell(error.message);
  }

  function show(job) {
    found.hidden = false;
    stop.disabled = isFinished(job);
    if (job.error) complain(new Error(job.error));
    if (job.found) onfound(job, job.found);
    else headline.textContent = job.state === "stopped" ? nothing : "Getting ready …";
  }

  return { run, stop, trouble, found, headline, progress, standing, repeat, begin, leave: () => running?.leave() };
}
