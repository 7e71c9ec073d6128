/** Fields for what can be set of a match, made of what the game declares of its options. */

import { element } from "./dom.js";

/** A field for an option, with its name and what it means. */
export function optionField(option) {
  const id = fieldId(option);
  const hint = `${id}-hint`;
  return element(
    "p.field",
    {},
    element("label", { for: id }, option.name),
    input(option, { id, name: id, "aria-describedby": hint }),
    element("span.hint", { id: hint }, option.description),
  );
}

/** The values in a form's fields of these options that are not the defaults. */
export function chosenOptions(options, form) {
  const fields = new FormData(form);
  const chosen = {};
  for (const option of options) {
    const value = valueIn(option, fields.get(fieldId(option)));
    if (value !== option.default) {
      chosen[option.name] = value;
    }
  }
  return chosen;
}

/**
 * Sets a form's field of an option to a value that an address names.
 *
 * @returns {string | null} what the value should have been, or `null` when it is in the field now
 */
export function fillOption(option, text, form) {
  const field = form.elements.namedItem(fieldId(option));
  const before = field.value;
  field.value = text;
  // A field drops what it cannot hold, and a number field says whether it is one that may be.
  if (field.value === text && field.validity.valid) {
    return null;
  }
  field.value = before;
  return option.type === "integer"
    ? `a whole number from ${option.min} to ${option.max}`
    : `one of ${values(option).join(", ")}`;
}

const fieldId = (option) => `option-${option.name}`;

const values = (option) => (option.type === "boolean" ? [false, true] : option.choices);

function input(option, common) {
  if (option.type === "integer") {
    const { min, max } = option;
    return element(
      "input", { ...common, type: "number", inputmode: "numeric", step: 1, min, max, value: option.default, required: true });
  }
  return element("select", common, ...values(option).map((value) => element(
    "option", { value: String(value), selected: value === option.default }, option.type === "boolean" ? (value ? "on" : "off") : value)));
}

function valueIn(option, text) {
  return option.type === "integer" ? Number(text) : option.type === "boolean" ? text === "true" : text;
}
