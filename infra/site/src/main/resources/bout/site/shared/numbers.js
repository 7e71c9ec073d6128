/** The one place that turns numbers into text. Sums of fractions end in digits that nobody measured. */

/** @type {Map<string, Intl.NumberFormat>} */
const formats = new Map();

/**
 * A number for people: "1,008", "27.3", "−0.5".
 *
 * @param {number} value
 * @param {number} most the most digits behind the point
 * @param {number} least the fewest digits behind the point, so that the numbers of a column align
 */
export function number(value, most = 1, least = 0) {
  const key = `${least} ${most}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.NumberFormat("en", { minimumFractionDigits: least, maximumFractionDigits: most });
    formats.set(key, format);
  }
  const text = format.format(value).replace("-", "−");
  return /[1-9]/.test(text) ? text : text.replace("−", "");
}

/** The score of a player. Only a player that is eliminated has one below 0; it has lost all it had. @param {number} points */
export const scoreText = (points) => (points < 0 ? "0" : number(points));

/** What stands behind a score: its unit, unless the player is eliminated. @param {number} points @param {string} unit */
export const unitOf = (points, unit) => (points < 0 ? "eliminated" : unit);

/**
 * The value of a match's option: a number, "on" or "off", or one of the option's own words.
 *
 * @param {unknown} value
 */
export function optionValue(value) {
  if (typeof value === "number") {
    return number(value, 3);
  }
  return typeof value === "boolean" ? (value ? "on" : "off") : String(value);
}

/** "Max turns" for `maxTurns`. @param {string} name */
export function optionName(name) {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
