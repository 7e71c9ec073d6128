/** Building pages out of text. Nothing here takes markup, so no name or message can become any. */

/**
 * The element with that id, which the page's own HTML has.
 *
 * @returns {any} what kind of element it is, only the page knows
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (element === null) {
    throw new Error(`the page has no element with the id ${id}`);
  }
  return element;
}

/**
 * A new element.
 *
 * @param {string} tag such as "p", with classes behind dots: "p.hint"
 * @param {Record<string, string | number | boolean | URL>} attributes `true` is an attribute without value, `false` none
 * @param {...(Node | string | null)} children strings become text; `null` is left out
 * @returns {any} the kind of element that the tag names
 */
export function element(tag, attributes = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const made = document.createElement(name);
  made.classList.add(...classes);
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value !== false) {
      made.setAttribute(attribute, value === true ? "" : String(value));
    }
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

/**
 * The entries of a `dl`.
 *
 * @param {any[][]} entries what is named, and what it is; without that there is no entry
 */
export const definitions = (entries) => entries
  .filter(([, value]) => value !== null)
  .flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]);

/** Shows a text in an element, or hides the element when there is none. */
export function show(target, text) {
  target.hidden = text === null;
  target.textContent = text ?? "";
}
