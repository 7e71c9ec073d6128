/**
 * Checks values from elsewhere, so that invalid ones are reported instead of drawn. A check takes the value and a
 * phrase for its place. It returns the value, with `null` for everything optional that is missing or `null`.
 */

/** An invalid value. The message is a sentence to show. */
export class NotAsExpected extends Error {
  constructor(where, expected) {
    super(`What was published is not as expected: ${where} is not ${expected}.`);
    this.name = "NotAsExpected";
  }
}

const check = (passes, expected) => (value, where) => {
  if (!passes(value)) {
    throw new NotAsExpected(where, expected);
  }
  return value;
};

export const text = check((value) => typeof value === "string", "a text");

export const flag = check((value) => typeof value === "boolean", "true or false");

export const number = check(Number.isFinite, "a number");

export const time = check((value) => typeof value === "string" && !Number.isNaN(Date.parse(value)), "a time");

/** A count. */
export const amount = check((value) => Number.isSafeInteger(value) && value >= 0, "a whole number from 0");

/** An index of a list with `limit` entries. */
export const below = (limit) =>
  check((value) => Number.isInteger(value) && value >= 0 && value < limit, `a whole number from 0 to ${limit - 1}`);

export const maybe = (inner) => (value, where) => (value === null || value === undefined ? null : inner(value, where));

/** @param {number | null} length the required number of entries; `null` for any */
export const list =
  (inner, length = null) =>
  (value, where) => {
    if (!Array.isArray(value)) {
      throw new NotAsExpected(where, "a list");
    }
    if (length !== null && value.length !== length) {
      throw new NotAsExpected(where, `a list of ${length}`);
    }
    return value.map((entry, index) => inner(entry, `entry ${index + 1} of ${where}`));
  };

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** @param {Record<string, (value: unknown, where: string) => unknown>} checks by field name */
export const fields = (checks) => (value, where) => {
  if (!isObject(value)) {
    throw new NotAsExpected(where, "an object");
  }
  const checked = Object.entries(checks).map(([name, inner]) => [name, inner(value[name], `“${name}” of ${where}`)]);
  return { ...value, ...Object.fromEntries(checked) };
};

/** An object with arbitrary field names. */
export const named = (inner) => (value, where) => {
  if (!isObject(value)) {
    throw new NotAsExpected(where, "an object");
  }
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, inner(each, `“${name}” of ${where}`)]));
};
