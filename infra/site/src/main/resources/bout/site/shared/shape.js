/**
 * Checks values from elsewhere, so that invalid ones are reported instead of drawn. A check takes the value and a
 * phrase for its place. It returns the value, with `null` for everything optional that is missing or `null`.
 */

/** @template T @typedef {(value: unknown, where: string) => T} Check */

/** An invalid value. The message is a sentence to show. */
export class NotAsExpected extends Error {
  /** @param {string} where @param {string} expected */
  constructor(where, expected) {
    super(`The published file is invalid: ${where} is not ${expected}.`);
    this.name = "NotAsExpected";
  }
}

/**
 * @template T
 * @param {(value: unknown) => value is T} isOfKind
 * @param {string} expected
 * @param {(value: T) => boolean} passes
 * @returns {Check<T>}
 */
const check =
  (isOfKind, expected, passes = () => true) =>
  (value, where) => {
    if (!isOfKind(value) || !passes(value)) {
      throw new NotAsExpected(where, expected);
    }
    return value;
  };

/** @returns {value is string} @param {unknown} value */
const isText = (value) => typeof value === "string";

/** @returns {value is boolean} @param {unknown} value */
const isFlag = (value) => typeof value === "boolean";

/** @returns {value is number} @param {unknown} value */
const isNumber = (value) => typeof value === "number" && Number.isFinite(value);

export const text = check(isText, "a text");

export const flag = check(isFlag, "true or false");

export const number = check(isNumber, "a number");

export const time = check(isText, "a time", (value) => !Number.isNaN(Date.parse(value)));

/** A count. */
export const amount = check(isNumber, "a whole number from 0", (value) => Number.isSafeInteger(value) && value >= 0);

/** An index of a list with `limit` entries. @param {number} limit */
export const below = (limit) =>
  check(isNumber, `a whole number from 0 to ${limit - 1}`, (value) => Number.isInteger(value) && value >= 0 && value < limit);

/** @type {<T>(inner: Check<T>) => Check<T | null>} */
export const maybe = (inner) => (value, where) => (value === null || value === undefined ? null : inner(value, where));

/** A list; with a length, of so many entries. @type {<T>(inner: Check<T>, length?: number | null) => Check<T[]>} */
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

/** @returns {value is Record<string, unknown>} @param {unknown} value */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * An object whose fields pass these checks; it may have others.
 *
 * @type {<C extends Record<string, Check<unknown>>>(checks: C) => Check<{ [F in keyof C]: ReturnType<C[F]> }>}
 */
export const fields = (checks) => (value, where) => {
  if (!isObject(value)) {
    throw new NotAsExpected(where, "an object");
  }
  const checked = Object.entries(checks).map(([name, inner]) => [name, inner(value[name], `“${name}” of ${where}`)]);
  return { ...value, ...Object.fromEntries(checked) };
};

/** An object with arbitrary field names. @type {<T>(inner: Check<T>) => Check<Record<string, T>>} */
export const named = (inner) => (value, where) => {
  if (!isObject(value)) {
    throw new NotAsExpected(where, "an object");
  }
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, inner(each, `“${name}” of ${where}`)]));
};

/** Who has made a bot; `null` if it is not said. */
export const author = maybe(fields({ id: text, name: text }));
