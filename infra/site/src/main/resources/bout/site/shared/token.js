/**
 * The visitor's API token. One that joining gave stays in the browser until it is forgotten; one that was typed, until the tab is
 * closed.
 */

/** Stands for the token of who signed in: the browser sends that in a cookie, which no script can read. */
export const SESSION = "session";

const TYPED = "bout-token";
const JOINED = "bout-player";

/** The last token that worked in this tab, or the one of this browser, or "". */
export const keptToken = () => read(() => sessionStorage.getItem(TYPED)) || (joinedPlayer()?.token ?? "");

/** Keeps a typed token until the tab is closed. @param {string} token */
export function keepToken(token) {
  if (token !== joinedPlayer()?.token) {
    attempt(() => sessionStorage.setItem(TYPED, token));
  }
}

/**
 * Who joined with this browser, or `null`.
 *
 * @returns {{token: string, name: string} | null}
 */
export function joinedPlayer() {
  try {
    const { token, name } = JSON.parse(read(() => localStorage.getItem(JOINED)) || "null") ?? {};
    return typeof token === "string" && typeof name === "string" ? { token, name } : null;
  } catch {
    return null; // the value is not ours
  }
}

/**
 * Keeps who joined. Returns whether the browser allowed it; if not, the token lasts as long as the page.
 *
 * @param {{token: string, name: string}} player
 */
export function keepPlayer({ token, name }) {
  attempt(() => sessionStorage.removeItem(TYPED));
  return attempt(() => localStorage.setItem(JOINED, JSON.stringify({ token, name })));
}

/** Forgets all tokens. */
export function forgetTokens() {
  attempt(() => sessionStorage.removeItem(TYPED));
  attempt(() => localStorage.removeItem(JOINED));
}

/** The browser may forbid storage; each page then asks again. @param {() => void} action */
function attempt(action) {
  try {
    action();
    return true;
  } catch {
    return false;
  }
}

/** @param {() => string | null} action */
function read(action) {
  try {
    return action() ?? "";
  } catch {
    return ""; // see above
  }
}
