/** What the playground keeps in the visitor's browser: the code and the choice of each seat of each game, and how it is edited. */

const PREFIX = "bout-playground";

/** The kept value, or `null`. */
export function kept(...path) {
  try {
    return JSON.parse(localStorage.getItem([PREFIX, ...path].join("/")));
  } catch {
    return null; // the visitor lets no page keep anything, or what is there is none of ours
  }
}

/** Keeps a value; `false` when the browser does not let it. */
export function keep(value, ...path) {
  try {
    localStorage.setItem([PREFIX, ...path].join("/"), JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
