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
 * Which turn to play differently. At a failure and at the end it is the one whose answers led to the shown board.
 *
 * @param {{live: boolean, turn: number, turns: number, moment: {calls: {failure: {text: string} | null}[]}}} shown
 * @returns {{turn: number, again: boolean, line: string | null} | null} `again`: whether it is the turn of the shown answers;
 *     `line`: of the code that failed; `null` in all where nothing can be played on
 */
export function turnToPlay({ live, turn, turns, moment }) {
  if (live || turns === 0) {
    return null;
  }
  const failure = moment.calls.map((call) => call.failure).find((each) => each !== null);
  const again = turn > 0 && (turn === turns || failure !== undefined);
  const line = /\(line (\d+), column \d+\)\.?$/.exec(failure?.text ?? "")?.[1] ?? null;
  return { turn: again ? turn - 1 : turn, again, line };
}

/**
 * Shows the links for a turn.
 *
 * @param {HTMLElement} host
 * @param {{game: string, replay: string, turn: number, again: boolean, line: string | null, names: string[]} | null} place as
 *     `turnToPlay` says
 */
export function showPlayOn(host, place) {
  host.hidden = place === null;
  if (place === null) {
    return;
  }
  const { game, replay, turn, again, line, names } = place;
  host.replaceChildren(
    again
      ? `Open this turn in the playground${line === null ? "" : `, where line ${line} failed`}, with your own code as `
      : `Play on from turn ${turn} with your own code, as `,
    ...names.flatMap((name, index) => [
      ...(index === 0 ? [] : [" or "]),
      element("a", { href: playOnAddress(game, replay, turn, index + 1) }, element(`bdi.seat.seat-${index + 1}`, {}, name)),
    ]),
  );
}
