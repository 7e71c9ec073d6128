/** Builds SVG, like `element` builds HTML. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * A new SVG element.
 *
 * @param {string} tag such as "path", with classes after dots
 * @param {Record<string, string | number>} attributes
 * @param {...(Node | string)} children strings become text
 */
export function drawing(tag, attributes = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const made = document.createElementNS(SVG, name);
  made.classList.add(...classes);
  for (const [attribute, value] of Object.entries(attributes)) {
    made.setAttribute(attribute, String(value));
  }
  made.append(...children);
  return made;
}
