/** Form fields for the options of a match, generated from the game's declaration. */

import { byId, element } from "./dom.js";
import { optionName, optionValue } from "./numbers.js";

/** A field for an option, with its name and meaning. @param {Api.Option} option */
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

/** The values of these options in the page's form that differ from their defaults. @param {Api.Option[]} options */
export function chosenOptions(options) {
  /** @type {Api.GivenOptions} */
  const chosen = {};
  for (const option of options) {
    const value = valueIn(option, byId(fieldId(option)).value);
    if (value !== option.default) {
      chosen[option.name] = value;
    }
  }
  return chosen;
}

/**
 * Sets an option's field to a value from an address.
 *
 * @param {Api.Option} option
 * @param {string} text
 * @returns {string | null} the expected values, or `null` if the field now has the value
 */
export function fillOption(option, text) {
  const field = byId(fieldId(option));
  const before = field.value;
  field.value = text;
  // A field drops a value it cannot hold, and a number field reports whether its value is valid.
  if (field.value === text && field.validity.valid) {
    return null;
  }
  field.value = before;
  return option.type === "integer" ? `a whole number from ${option.min} to ${option.max}` : `one of ${values(option).join(", ")}`;
}

/** @param {Api.Option} option */
const fieldId = (option) => `option-${option.name}`;

/** @param {Api.Option} option */
const values = ({ choices }) => choices ?? [false, true];

/** @param {Api.Option} option @param {Record<string, string>} common */
function input(option, common) {
  if (option.type === "integer") {
    const { min = "", max = "" } = option;
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
      element("option", { value: String(value), selected: value === option.default }, optionValue(value)),
    ),
  );
}

/** @param {Api.Option} option @param {string} text */
function valueIn(option, text) {
  return option.type === "integer" ? Number(text) : option.type === "boolean" ? text === "true" : text;
}
