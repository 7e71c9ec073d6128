/** A drawer with the fields of a game's requests and answers, to look at while writing. */

import { element } from "../shared/dom.js";
import { jsonText } from "./json-text.js";

/** @import { Fields, Table } from "./completion.js" */

export class FieldsView {
  /**
   * @param {HTMLElement} drawer
   * @param {HTMLButtonElement} button opens and closes it
   * @param {Fields} fields
   * @param {string} signature how a bot is called
   */
  constructor(drawer, button, { request, answer, example }, signature) {
    const close = element("button.plain.small", { type: "button" }, "Close");
    /** @param {boolean} open */
    const set = (open) => {
      drawer.hidden = !open;
      button.setAttribute("aria-expanded", String(open));
      (open ? close : button).focus();
    };
    button.disabled = false;
    button.addEventListener("click", () => set(drawer.hidden !== false));
    close.addEventListener("click", () => set(false));
    drawer.addEventListener("keydown", ({ key }) => key === "Escape" && set(false));
    drawer.replaceChildren(
      element("p.drawer-head", {}, element("strong", {}, "What a bot is sent"), close),
      element("p.hint", {}, "It is called as ", element("code", {}, signature), " for each move."),
      ...request.flatMap((table) => tableOf(table)),
      element("p.drawer-head", {}, element("strong", {}, "What it answers")),
      ...answer.flatMap((table) => tableOf(table)),
      element(
        "details",
        {},
        element("summary", {}, "A request, and an answer to it"),
        element("pre", { tabindex: 0, "aria-label": "A request" }, jsonText(example.request)),
        element("pre", { tabindex: 0, "aria-label": "An answer" }, jsonText(example.answer)),
      ),
    );
  }
}

/** @param {Table} table */
const tableOf = ({ title, fields }) => [
  ...(title === null ? [] : [element("p.table-title", {}, `${title}:`)]),
  element(
    "dl.field-list",
    {},
    ...fields.flatMap(({ name, type, meaning }) => [
      element("dt", {}, element("code", {}, name), ` ${type}`),
      element("dd", {}, meaning),
    ]),
  ),
];
