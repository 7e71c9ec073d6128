/** Builds pages from text. Nothing here accepts markup, so no name or message can become markup. */

/**
 * The element with this id, which must exist in the page's HTML.
 *
 * @param {string} id
 * @returns {any} only the page knows what kind of element it is
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (element === null) {
    throw new Error(`the page has no element with the id ${id}`);
  }
  return element;
}

/**
 * The kind of element that a tag names.
 *
 * @template {string} T
 * @typedef {T extends `${infer N}.${string}` ? ElementNamed<N> : ElementNamed<T>} ElementOf
 */

/** @template {string} N @typedef {N extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[N] : HTMLElement} ElementNamed */

/**
 * A new element.
 *
 * @template {string} T
 * @param {T} tag such as "p", with classes after dots: "p.hint"
 * @param {Record<string, string | number | boolean | URL>} attributes `true` is an attribute without a value, `false`
 *     omits it
 * @param {...(Node | string | null)} children strings become text; `null` is omitted
 * @returns {ElementOf<T>}
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
  return /** @type {ElementOf<T>} */ (made);
}

/**
 * The entries of a `dl`.
 *
 * @param {any[][]} entries names and values; an entry without a value is omitted
 */
export const definitions = (entries) =>
  entries.filter(([, value]) => value !== null).flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]);

/** Shows a text in an element, or hides the element if there is no text. @param {HTMLElement} target @param {string | null} text */
export function show(target, text) {
  target.hidden = text === null;
  target.classList.remove("loading");
  target.textContent = text ?? "";
}

/**
 * How long a text is as the API counts: in code points. The browser's `maxlength` counts an emoji as two or more.
 *
 * @param {string} text
 */
export const codePoints = (text) => [...text].length;

/** The first code points of a text, at most so many. @param {string} text @param {number} most */
export const cutTo = (text, most) => [...text].slice(0, most).join("");

/**
 * Limits a field, and says below it how many characters are left once there are few.
 *
 * @param {any} control the input
 * @param {number} most code points
 * @returns the input
 */
export function limited(control, most) {
  const said = element("span.hint", { hidden: true });
  const count = () => {
    const left = most - codePoints(control.value.trim());
    const words = left < 0 ? `${-left} too many: ${most} characters at most` : `${left} of ${most} characters left`;
    control.setCustomValidity(left < 0 ? `${words}.` : "");
    if (!said.isConnected && left <= most / 4) {
      said.id = `${control.id}-left`;
      control.after(said);
      control.setAttribute("aria-describedby", `${control.getAttribute("aria-describedby") ?? ""} ${said.id}`.trim());
    }
    show(said, left <= most / 4 ? words : null);
  };
  control.addEventListener("input", count);
  control.addEventListener("focus", count);
  return control;
}

/**
 * What draws on a canvas.
 *
 * @param {HTMLCanvasElement} canvas on which nothing but this draws
 * @param {CanvasRenderingContext2DSettings} [settings]
 */
export const contextOf = (canvas, settings) => /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", settings));
