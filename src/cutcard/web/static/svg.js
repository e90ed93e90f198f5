// Drawings without ceremony.

const SVG = "http://www.w3.org/2000/svg";

/** An element of a drawing: `draw("circle", { cx: 5, cy: 5, r: 4 })`. Text is always text. */
export function draw(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children.flat());
  return made;
}
