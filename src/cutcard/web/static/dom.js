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
