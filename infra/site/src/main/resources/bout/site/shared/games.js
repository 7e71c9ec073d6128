/** The games, as the API names them. */

import * as api from "./api.js";
import { untilDone } from "./poll.js";

const RETRY_MILLISECONDS = 4_000;

let names = new Map();

/**
 * Loads the list of games, tried until it succeeds.
 *
 * @param {(problem: string | null) => void} tell is given why it failed, and `null` once it has not
 * @returns the games, as the API lists them
 */
export async function loadGames(tell = () => {}) {
  const { games } = await untilDone(() => api.games(), tell, RETRY_MILLISECONDS);
  names = new Map(games.map(({ id, name }) => [id, name]));
  return games;
}

/** What a game is called: its id, until the games were loaded. */
export const gameName = (id) => names.get(id) ?? id;
