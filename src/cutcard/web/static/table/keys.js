// Letters that act, for those who want them: they can be switched off.

const KEPT = "cutcard-keys";

let acting = true;

/** Whether letters act. */
export function keysAct() {
  try {
    return localStorage.getItem(KEPT) !== "off";
  } catch {
    return acting; // a window that keeps nothing
  }
}

/** Say whether letters act. */
export function setKeysAct(yes) {
  acting = yes;
  try {
    localStorage.setItem(KEPT, yes ? "on" : "off");
  } catch {
    // it holds for this page
  }
}

/** Listen to the keyboard: `press(key)` says whether it used the key. A field keeps what it can
 * hold (the bet's takes digits only), a button its Enter and its space, unless it is dimmed.
 * Returns a function that stops listening. */
export function listen(press) {
  function onkeydown(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.repeat) return;
    const held = event.target.closest("input, select, textarea, summary, a, button");
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (held && !leaves(held, key)) return;
    if (!keysAct() && key !== "Enter" && key !== " ") return;
    if (press(key)) event.preventDefault();
  }
  document.addEventListener("keydown", onkeydown);
  return () => document.removeEventListener("keydown", onkeydown);
}

/** Whether the element with the focus has no use for a key. */
function leaves(held, key) {
  const enters = key === "Enter" || key === " ";
  if (held.matches("input[inputmode=numeric]")) return !/^[\d]$/.test(key);
  if (held.matches("input[type=checkbox]")) return !enters;
  if (held.matches("input, select, textarea")) return false;
  if (held.getAttribute("aria-disabled") === "true") return true;
  return !enters;
}
