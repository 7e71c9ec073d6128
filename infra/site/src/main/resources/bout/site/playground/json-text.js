/** Lays out JSON for people: what is short stays on one line, such as a row of a board. */

const WIDTH = 96;

/** @param {unknown} value as `JSON.parse` makes it @param {string} indent @returns {string} */
export function jsonText(value, indent = "") {
  const short = JSON.stringify(value);
  if (typeof value !== "object" || value === null || indent.length + short.length <= WIDTH || isRow(value)) {
    return short;
  }
  const deeper = `${indent}  `;
  const entries = Array.isArray(value)
    ? value.map((entry) => jsonText(entry, deeper))
    : Object.entries(value).map(([name, entry]) => `${JSON.stringify(name)}: ${jsonText(entry, deeper)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${entries.map((entry) => deeper + entry).join(",\n")}\n${indent}${close}`;
}

/** However long it is, a list of numbers or short texts says more in one line. @param {unknown} value */
const isRow = (value) => Array.isArray(value) && value.every((entry) => typeof entry !== "object" && String(entry).length < 9);
