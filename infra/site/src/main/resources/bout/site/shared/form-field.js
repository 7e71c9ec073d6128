/** Fields of forms, with their problems below them. */

import { element, show } from "./dom.js";

/**
 * A field with a label, a hint and a place for its problem.
 *
 * @param {string} id
 * @param {string | Node} label
 * @param {any} control the input
 * @param {string | null} hint
 */
export function formField(id, label, control, hint = null) {
  const problem = element("span.field-problem", { id: `${id}-problem`, role: "alert", hidden: true });
  const hints = hint === null ? null : element("span.hint", { id: `${id}-hint` }, hint);
  control.id = id;
  control.setAttribute("aria-describedby", `${hint === null ? "" : `${id}-hint `}${id}-problem`);
  control.addEventListener("input", () => tellField(control, problem, null));
  return {
    control,
    element: element("p.field", {}, element("label", { for: id }, label), control, hints, problem),
    /** Replaces the hint, if there is one. @param {string} text */
    hint: (text) => hints?.replaceChildren(text),
    /** @param {string | null} text */
    tell: (text) => tellField(control, problem, text),
  };
}

/** @param {HTMLElement} control @param {HTMLElement} problem @param {string | null} text */
function tellField(control, problem, text) {
  show(problem, text);
  if (text === null) {
    control.removeAttribute("aria-invalid");
  } else {
    control.setAttribute("aria-invalid", "true");
  }
}

/**
 * Shows each problem of a failed request at its field, and focuses the first. Returns what belongs to no field, or `null`.
 *
 * @param {import("./api.js").RequestFailed} failed
 * @param {Record<string, {control: any, tell: (text: string | null) => void}>} fields by JSON pointer
 */
export function tellFields(failed, fields) {
  const told = failed.parts.flatMap(({ pointer = "", detail }) =>
    Object.hasOwn(fields, pointer) ? [{ field: fields[pointer], detail }] : [],
  );
  for (const { field, detail } of told) {
    field.tell(sentence(detail));
  }
  if (told.length > 0) {
    told[0].field.control.focus();
  }
  return told.length > 0 && told.length === failed.parts.length ? null : failed.message;
}

/** Details of fields are phrases after the field's name. @param {string} detail */
function sentence(detail) {
  const text = detail.charAt(0).toUpperCase() + detail.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
