/** The playground's data in the visitor's browser: bots of each game, the choice for each seat, and editor settings. */

const PREFIX = "bout-playground";

/** @param {(string | number)[]} path */
const nameOf = (path) => [PREFIX, ...path].join("/");

/** The stored value, or `null`. @param {...(string | number)} path */
export function kept(...path) {
  try {
    const text = localStorage.getItem(nameOf(path));
    return text === null ? null : JSON.parse(text);
  } catch {
    return null; // the browser forbids storage, or the value is not ours
  }
}

/** Stores a value; `false` if the browser does not allow it. @param {unknown} value @param {...(string | number)} path */
export function keep(value, ...path) {
  try {
    localStorage.setItem(nameOf(path), JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** A part of the storage with values by name. @type {(...path: string[]) => import("./bots.js").Store} */
export const folder = (...path) => ({
  names() {
    const start = nameOf([...path, ""]);
    try {
      return Object.keys(localStorage)
        .filter((key) => key.startsWith(start))
        .map((key) => key.slice(start.length));
    } catch {
      return []; // the browser forbids storage
    }
  },
  get: (name) => kept(...path, name),
  set: (name, value) => keep(value, ...path, name),
  remove(name) {
    try {
      localStorage.removeItem(nameOf([...path, name]));
    } catch {
      // see above: nothing is stored
    }
  },
});
