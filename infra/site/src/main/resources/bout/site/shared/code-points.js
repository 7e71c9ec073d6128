/** Lengths of texts as the API counts them: in code points. The browser's `maxlength` counts an emoji as two or more. */

import { element, show } from "./dom.js";

export const codePoints = (text) => [...text].length;

/** The first code points of a text, at most so many. */
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
