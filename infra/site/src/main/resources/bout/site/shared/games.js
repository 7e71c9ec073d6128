/** The games and their names, from the API. */

import * as api from "./api.js";
import { untilDone } from "./poll.js";

/** @type {Map<string, string>} */
let names = new Map();

/**
 * Loads the list of games, retrying until it succeeds.
 *
 * @param {(problem: string | null) => void} tell called with the problem after a failure, and with `null` after success
 * @returns the games, as listed by the API
 */
export async function loadGames(tell = () => {}) {
  const { games } = await untilDone(() => api.games(), tell);
  names = new Map(games.map(({ id, name }) => [id, name]));
  return games;
}

/** The name of a game; its id until the games are loaded. @param {string} id */
export const gameName = (id) => names.get(id) ?? id;
