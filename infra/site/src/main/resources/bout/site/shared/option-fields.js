/** Form fields for the options of a match, generated from the game's declaration. */

import { element } from "./dom.js";
import { optionName } from "./numbers.js";

/** A field for an option, with its name and meaning. */
export function optionField(option) {
  const id = fieldId(option);
  const hint = `${id}-hint`;
  return element(
    "p.field",
    {},
    element("label", { for: id }, optionName(option.name)),
    input(option, { id, name: id, "aria-describedby": hint }),
    element("span.hint", { id: hint }, option.description),
  );
}

/** The values of these options in a form that differ from their defaults. */
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
 * Sets an option's field to a value from an address.
 *
 * @returns {string | null} the expected values, or `null` if the field now has the value
 */
export function fillOption(option, text, form) {
  const field = form.elements.namedItem(fieldId(option));
  const before = field.value;
  field.value = text;
  // A field drops a value it cannot hold, and a number field reports whether its value is valid.
  if (field.value === text && field.validity.valid) {
    return null;
  }
  field.value = before;
  return option.type === "integer" ? `a whole number from ${option.min} to ${option.max}` : `one of ${values(option).join(", ")}`;
}

const fieldId = (option) => `option-${option.name}`;

const values = (option) => (option.type === "boolean" ? [false, true] : option.choices);

function input(option, common) {
  if (option.type === "integer") {
    const { min, max } = option;
    return element("input", {
      ...common,
      type: "number",
      inputmode: "numeric",
      step: 1,
      min,
      max,
      value: option.default,
      required: true,
    });
  }
  return element(
    "select",
    common,
    ...values(option).map((value) =>
      element(
        "option",
        { value: String(value), selected: value === option.default },
        option.type === "boolean" ? (value ? "on" : "off") : value,
      ),
    ),
  );
}

function valueIn(option, text) {
  return option.type === "integer" ? Number(text) : option.type === "boolean" ? text === "true" : text;
}
