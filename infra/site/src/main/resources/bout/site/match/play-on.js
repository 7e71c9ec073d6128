/** Leads from a turn of a replay into the playground, to go on from there with the visitor's own code. */

import { element } from "../shared/dom.js";

/**
 * The address of the playground.
 *
 * @param {string} game its id
 * @param {string} replay the replay's path on this site
 * @param {number} turn the first turn to be played differently
 * @param {number} seat of the visitor's bot
 */
export const playOnAddress = (game, replay, turn, seat) =>
  `play.html?${new URLSearchParams({ game, from: replay, turn: String(turn), seat: String(seat) })}`;

/**
 * Shows the links for a turn.
 *
 * @param {HTMLElement} host
 * @param {{game: string, replay: string, turn: number, names: string[]} | null} place `null` where nothing can be played on
 */
export function showPlayOn(host, place) {
  host.hidden = place === null;
  if (place === null) {
    return;
  }
  const { game, replay, turn, names } = place;
  host.replaceChildren(
    `Play on from turn ${turn} with your own code, as `,
    ...names.flatMap((name, index) => [
      ...(index === 0 ? [] : [" or "]),
      element("a", { href: playOnAddress(game, replay, turn, index + 1) }, element(`bdi.seat.seat-${index + 1}`, {}, name)),
    ]),
    ".",
  );
}
