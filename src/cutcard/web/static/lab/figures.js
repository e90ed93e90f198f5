// Numbers as people read them.

const MINUS = "\u2212";

/** A number with a sign and `places` decimals. */
export function signed(value, places) {
  const text = Math.abs(value).toFixed(places);
  return (value < 0 && Number(text) !== 0 ? MINUS : "+") + text;
}

/** A share as a percentage with a sign. */
export function percent(share, places = 4) {
  return `${signed(100 * share, places)}%`;
}

/** A whole number in groups of three digits. */
export function whole(value) {
  return Math.round(value).toLocaleString("en");
}

/** A number on an axis: short, and without more decimals than it needs. */
export function tick(value, step) {
  const places = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const text = Math.abs(value).toLocaleString("en", { minimumFractionDigits: places, maximumFractionDigits: places });
  return value < 0 ? MINUS + text : text;
}
