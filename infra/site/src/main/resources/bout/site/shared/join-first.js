/** Failed requests of those who have not joined: the API speaks of headers and scopes, people want to know where to go. */

import { element, show } from "./dom.js";

/**
 * Shows why a request failed.
 *
 * @param {HTMLElement} place
 * @param {import("./api.js").RequestFailed} failed
 * @param {string} token that was sent, or ""
 * @param {...(Node | string)} instead what can be done without joining
 */
export function showFailure(place, failed, token, ...instead) {
  if (failed.status !== 401 && !(failed.status === 403 && token === "")) {
    show(place, failed.message);
    return;
  }
  show(place, "");
  place.append(
    token === "" ? "" : "This token no longer works. ",
    element("a", { href: "join.html" }, token === "" ? "Join first" : "Join again"),
    ". It takes a name and, at most places, a link from the organiser. ",
    ...instead,
  );
}
