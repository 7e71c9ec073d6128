/** A recovery code, which is shown once. */

import { copyRow } from "../shared/copy.js";
import { element } from "../shared/dom.js";
import { save } from "../viewer/share.js";

/** @param {string} name @param {string} code */
const textFile = (name, code) =>
  `Recovery code of ${name} at ${location.origin}\n\n${code}\n\nIt gives a new key: ${location.origin}/join.html?recover\n`;

/** Browsers then ask whether to leave the page. @param {Event} event */
const stay = (event) => event.preventDefault();

/**
 * Shows a code until the visitor has kept it.
 *
 * @param {HTMLElement} place
 * @param {string} name of its owner
 * @param {string} code
 * @returns {Promise<void>}
 */
export const untilKept = (place, name, code) =>
  new Promise((done) => {
    const row = copyRow("the recovery code", code);
    const file = element("button.plain", { type: "button" }, "Save as a text file");
    const kept = element("button", { type: "button" }, "I have kept it");
    file.addEventListener("click", () =>
      save(new Blob([textFile(name, code)], { type: "text/plain;charset=utf-8" }), "bout-recovery-code.txt"),
    );
    addEventListener("beforeunload", stay);
    kept.addEventListener("click", () => {
      removeEventListener("beforeunload", stay);
      done();
    });
    place.replaceChildren(
      element(
        "div.recovery",
        {},
        element(
          "p",
          {},
          "It gives you a new key when everything else is lost. Keep it apart from this machine: it is shown only now.",
        ),
        row,
        element("p.next", {}, kept, file),
      ),
    );
    row.querySelector("pre")?.focus();
  });
