/** Copies texts. */

import { element } from "./dom.js";

const SAID_MILLISECONDS = 2_500;

/** Copies a text; returns whether the browser allowed it. @param {string} text */
export async function copied(text) {
  if (navigator.clipboard === undefined) {
    return copiedBySelection(text);
  }
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Browsers have the clipboard only on secure addresses; a selection can be copied on all. @param {string} text */
function copiedBySelection(text) {
  const before = document.activeElement;
  const field = element("textarea.unseen", { readonly: true, "aria-hidden": "true" });
  field.value = text;
  // Behind a dialog, nothing could be selected.
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) {
    before.focus();
  }
  return done;
}

/**
 * A text to copy, with a button.
 *
 * @param {string} name says what it is, for screen readers
 * @param {string} text
 */
export function copyRow(name, text) {
  const code = element("code", {}, text);
  const button = element("button.plain.small", { type: "button", "aria-label": `Copy ${name}` }, "Copy");
  const said = element("span.unseen", { role: "status" });
  button.addEventListener("click", async () => {
    const done = await copied(text);
    button.textContent = done ? "Copied" : "Press Ctrl+C";
    said.textContent = done ? `Copied ${name}` : "";
    if (!done) {
      getSelection()?.selectAllChildren(code);
    }
    setTimeout(() => {
      button.textContent = "Copy";
      said.textContent = "";
    }, SAID_MILLISECONDS);
  });
  return element("div.copy", {}, element("pre", { tabindex: 0, role: "group", "aria-label": name }, code), button, said);
}
