/** Participants of standings: their names, and links to their pages. */

import { botName } from "./bot-names.js";
import { element } from "./dom.js";

const HOUSE = "house:";

/**
 * The address of a participant's page on a ladder.
 *
 * @param {string} game
 * @param {string} key `bot_ID` or `house:NAME`; each game has its own house bots
 */
export function botAddress(game, key) {
  const page = key.startsWith(HOUSE) ? `${game}.house.${key.slice(HOUSE.length)}` : key;
  return `bot.html?${new URLSearchParams({ key: page })}`;
}

/** The address of the form that starts a match against a bot. @param {string} game @param {string} key */
export const challengeAddress = (game, key) => `new.html?${new URLSearchParams({ game, p2: key })}`;

/** The address of the playground with a bot that the visitor plays against by hand. @param {string} game @param {string} key */
export const handAddress = (game, key) => `play.html?${new URLSearchParams({ game, against: key })}`;

/** As many are named where space is small. */
const NAMED = 4;

/** Who plays, as `pairing` in words.js says it. @param {string[]} names */
export function playersInShort(names) {
  const shown = names.slice(0, names.length > NAMED ? NAMED - 1 : NAMED);
  const more = names.length - shown.length;
  return [
    ...shown.flatMap((name, index) => [...(index === 0 ? [] : [names.length === 2 ? " vs " : ", "]), element("bdi", {}, name)]),
    ...(more > 0 ? [` and ${more} more`] : []),
  ];
}

/**
 * A name with a link to the participant's page.
 *
 * @param {string} game
 * @param {string | null} key `null` if there is no page
 * @param {string | null} name `null` if the name is not public
 * @param {string} same
 */
export function participant(game, key, name, same) {
  const shown = name === null ? element("span.note", {}, "a bot that is not public") : element("bdi", {}, name);
  return key === null || name === null ? shown : element("a", { href: botAddress(game, key), "data-same": same }, shown);
}

/** @typedef {{key: string, name: string | null}} Named of whom a bot that is not public has no name */

/** The other players of a match, for a sentence. @param {Named[]} players @param {number} seat */
export const opponents = (players, seat) =>
  players
    .toSpliced(seat - 1, 1)
    .flatMap(({ key, name }, index) => [
      ...(index === 0 ? [] : [", "]),
      name === null ? "a bot that is not public" : element("bdi", {}, botName({ key, name })),
    ]);

/** How a match ended for a seat. @param {number[]} places @param {number} seat */
export function outcomeOf(places, seat) {
  const level = places.filter((place) => place === 1).length > 1;
  return places[seat - 1] !== 1 ? "lost" : level ? "draw" : "won";
}

/** The scores with those of the seat first. @param {number[]} scores @param {number} seat */
export const ownFirst = (scores, seat) => [scores[seat - 1], ...scores.toSpliced(seat - 1, 1)];
