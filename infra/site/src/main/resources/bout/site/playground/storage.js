/** The playground's data in the visitor's browser: code and choice for each seat of each game, and editor settings. */

const PREFIX = "bout-playground";

/** The stored value, or `null`. */
export function kept(...path) {
  try {
    return JSON.parse(localStorage.getItem([PREFIX, ...path].join("/")));
  } catch {
    return null; // the browser forbids storage, or the value is not ours
  }
}

/** Stores a value; `false` if the browser does not allow it. */
export function keep(value, ...path) {
  try {
    localStorage.setItem([PREFIX, ...path].join("/"), JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
