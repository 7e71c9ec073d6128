/** Assertions for tests. */

const text = (value) =>
  JSON.stringify(
    value,
    (_name, each) => (each === undefined || (typeof each === "number" && !Number.isFinite(each)) ? String(each) : each),
    1,
  );

/** Both have the same content, with fields in the same order. */
export function equal(actual, expected) {
  if (text(actual) !== text(expected)) {
    throw new Error(`expected ${text(expected)}, but was ${text(actual)}`);
  }
}

/** Both numbers are equal within the tolerance. */
export function near(actual, expected, tolerance) {
  if (!(Math.abs(actual - expected) <= tolerance)) {
    throw new Error(`expected ${expected} ± ${tolerance}, but was ${actual}`);
  }
}

/** The action throws an error with this message. */
export function refused(action, message) {
  let said = null;
  try {
    action();
  } catch (error) {
    said = error.message;
  }
  equal(said, message);
}
