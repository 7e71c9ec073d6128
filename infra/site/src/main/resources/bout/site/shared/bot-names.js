/** The names of bots as the site shows them. */

const HOUSE = "house:";

/** "Best per step" for `best-per-step`. @param {string} name */
export function houseName(name) {
  const words = name.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * The name to show. House bots have identifiers as names; the names of others are shown as their owners wrote them.
 *
 * @param {{ name: string, key?: string | null, house?: string | boolean }} player of standings or of a match
 */
export function botName({ name, key = null, house = false }) {
  const isHouse = house === true || (typeof house === "string" && house === name) || key === `${HOUSE}${name}`;
  return isHouse ? houseName(name) : name;
}
