// Fair cards: what the browser does in a shuffle, what it has checked, and the proof to save.

import { el, tell } from "../dom.js";
import { writeRecord } from "../fair/record.js";
import { makeWitness } from "../fair/witness.js";

const STEPS = [
  ["bound", "The dealer is bound to its secret, and your browser to a number of its own."],
  ["shown", "Everybody is bound: your browser has shown its number."],
  ["dealt", "All numbers are shown, and each is the one that its seat was bound to."],
  ["proven", "The secret is the one from the beginning; every card, the dealer's play and all gains follow from it."],
];

const ENDS = {
  proven: "proven", void: "void, before anybody knew anything", "broken off": "broken off, after your number was shown", failed: "failed a check",
};

/** The panel of a fair table; `send(message)` answers the dealer, `note(words)` is told in short how
 * far a round is. */
export function makeFairPanel(send, note) {
  const marks = STEPS.map(() => el("span", { class: "step-mark", "aria-hidden": "true" }, "○"));
  const steps = STEPS.map(([, words], at) => el("li", {}, marks[at], el("span", { class: "unseen" }), words));
  const state = el("p", { class: "fair-state" }, "The first round is shuffled when you deal.");
  const counts = el("p", { class: "quiet fair-counts" });
  const save = el("button", { type: "button", onclick: saveProof, disabled: true }, "Save the proof");
  const values = el("pre", { class: "fair-values", tabindex: 0, "aria-label": "The last round's proof" });
  const witness = makeWitness({ send, told });
  let broken = 0;

  function told({ step, round, why }) {
    const at = STEPS.findIndex(([name]) => name === step);
    marks.forEach((mark, number) => {
      const done = at >= 0 && number <= at;
      mark.textContent = done ? "✓" : "○";
      steps[number].querySelector(".unseen").textContent = done ? "done: " : "to come: ";
    });
    const words = {
      proven: `Round ${round} is proven.`,
      failed: `Round ${round} has failed a check: ${why}. Your browser takes no further part; save the proof.`,
      stuck: `Round ${round} could not be checked: ${why}`,
      void: `Round ${round} is void: ${why}.`,
      "broken off": `Round ${round} was broken off: ${why}.`,
    }[step] ?? `Round ${round} is being shuffled.`;
    state.textContent = words;
    note(step === "proven" ? `✓ round ${round} proven` : at >= 0 ? `fair cards, round ${round}` : `✗ round ${round} ${step}`);
    state.classList.toggle("bad", ["failed", "stuck", "broken off"].includes(step));
    state.classList.toggle("good", step === "proven");
    if (step in ENDS) {
      tell(words);
      count();
    }
    if (step === "broken off") leaveAfterTwo();
  }

  /** No dealer may break off the rounds it dislikes for long. */
  function leaveAfterTwo() {
    broken += 1;
    if (broken < 2) return;
    send({ type: "leave" });
    state.textContent = "Two rounds were broken off after your number was shown: your browser has left the table.";
    tell(state.textContent);
  }

  /** Count the rounds kept, and show the last one's proof. */
  async function count() {
    const { seated, rounds } = witness.record();
    const kinds = rounds.map((round) => (round.kind === "settled" ? "proven" : round.how));
    counts.textContent = Object.keys(ENDS)
      .map((kind) => [kinds.filter((one) => one === kind).length, kind])
      .filter(([many]) => many)
      .map(([many, kind]) => `${many} ${ENDS[kind]}`).join("; ");
    save.disabled = !rounds.length;
    if (rounds.length) values.textContent = await writeRecord(seated, rounds.slice(-1));
  }

  async function saveProof() {
    const { seated, rounds } = witness.record();
    const text = await writeRecord(seated, rounds);
    const link = el("a", {
      href: URL.createObjectURL(new Blob([text], { type: "application/jsonl" })),
      download: `cutcard-${seated.table.slice(0, 8)}.jsonl`,
    });
    link.click();
    URL.revokeObjectURL(link.href);
    tell("The proof is saved.");
  }

  return {
    root: el("section", { class: "fair", "aria-label": "Fair cards" },
      el("h2", {}, "Fair cards"), state, el("ul", { class: "fair-steps" }, steps), counts, save,
      el("p", { class: "quiet" },
        "A page that the dealer serves cannot vouch for the dealer. Whoever doubts it saves the proof and runs ",
        el("code", {}, "cutcard verify"), " on a machine of their own."),
      el("details", {}, el("summary", {}, "The last round's proof"), values)),
    hear: witness.hear,
    update: witness.see,
  };
}
