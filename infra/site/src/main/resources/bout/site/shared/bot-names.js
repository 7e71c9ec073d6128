/** The names of bots and of their authors as the site shows them. */

import { element } from "./dom.js";

/** @typedef {{id: string, name: string}} Author the owner of a bot, under the name that the owner has now */

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

/**
 * "by Ada", with a link to the author's page; nothing of a bot without an author.
 *
 * @param {Author | null | undefined} author
 * @param {string} same tells links to the same author apart
 */
export const by = (author, same) =>
  author
    ? [
        element(
          "span.author",
          {},
          "by ",
          element(
            "a",
            { href: `person.html?${new URLSearchParams({ id: author.id })}`, "data-same": `by ${same}` },
            element("bdi", {}, author.name),
          ),
        ),
        " ",
      ]
    : [];
