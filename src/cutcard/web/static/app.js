// The application's frame: finds the page of an address, shows it, and follows links within.

const PAGES = [
  [/^\/$/, "home"],
  [/^\/play$/, "play"],
  [/^\/blockhead$/, "blockhead"],
  [/^\/train$/, "train"],
  [/^\/lab$/, "lab"],
  [/^\/tables$/, "tables"],
  [/^\/table\/(?<table>[\w-]+)$/, "table"],
];

const main = document.getElementById("main");
let leave = () => {};
let shown = 0;

/** Show the page of the browser's address. Each page module exports `show(room, address)`, which
 * fills the room and may return a function to call when the page is left. */
async function showPage({ focus = false } = {}) {
  const turn = ++shown;
  leave();
  leave = () => {};
  const address = new URL(location.href);
  for (const link of document.querySelectorAll("header nav a")) {
    if (link.pathname === address.pathname) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  for (const [pattern, name] of PAGES) {
    const found = address.pathname.match(pattern);
    if (!found) continue;
    const page = await import(`/static/pages/${name}.js`);
    if (turn !== shown) return; // another page was asked for meanwhile
    // A room of its own: what arrives after the page was left changes nothing that is seen.
    const room = document.createElement("div");
    main.replaceChildren(room);
    main.className = `page-${name}`;
    const left = (await page.show(room, address, found.groups ?? {})) ?? (() => {});
    if (turn !== shown) return left();
    leave = left;
    if (focus) main.focus({ preventScroll: true });
    return;
  }
  main.textContent = "There is no such page.";
}

/** Go to another address within the application. */
export function go(address, { replace = false } = {}) {
  if (replace) history.replaceState(null, "", address);
  else history.pushState(null, "", address);
  return showPage({ focus: true });
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a");
  const plain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
  if (!link || !plain || event.button || link.target || link.hasAttribute("download")) return;
  if (link.origin !== location.origin || link.pathname.startsWith("/static")) return;
  if (link.hash && link.pathname === location.pathname) return;
  event.preventDefault();
  go(link.href);
});

addEventListener("popstate", () => showPage());
showPage();
