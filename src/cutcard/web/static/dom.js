// Elements without ceremony, and the one voice for screen readers.

/** An element: `el("button", { type: "button", onclick }, "Deal")`. Text is always text. */
export function el(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return made;
}

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Let what an element now says be seen only after some milliseconds, when the cards lie there. */
export function seenLater(element, delay) {
  if (still.matches || !delay) return;
  element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 150, delay, fill: "backwards" });
}

const told = () => document.getElementById("told");
let waiting = [];

/** Tell a screen reader what happened; what comes in one moment is told in one breath. */
export function tell(words) {
  if (!waiting.length) {
    setTimeout(() => {
      told().textContent = waiting.join(" ");
      waiting = [];
    }, 60);
  }
  waiting.push(words);
}
