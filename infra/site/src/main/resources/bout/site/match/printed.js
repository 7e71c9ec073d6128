/** What the visitor's own published bots printed in a match. */

import * as api from "../shared/api.js";
import { keptToken } from "../shared/token.js";

/**
 * What was printed, or `null` if there is nothing that the visitor may read. The page is complete without it.
 *
 * @param {{id: string, players: {bot?: string, code?: string}[]}} match as described by the API, finished
 * @returns {Promise<((seat: number, turn: number) => string | null) | null>} the turn counts from 0
 */
export async function printedIn({ id, players }) {
  const bot = players.find(({ code }) => code !== undefined)?.bot;
  if (bot === undefined) {
    return null;
  }
  try {
    const token = keptToken();
    if (token === "" && !(await mayHandle(bot))) {
      return null;
    }
    const { seats } = await api.printed(id, token);
    return (seat, turn) => seats.find(({ player }) => player === seat)?.turns.find((each) => each.turn === turn)?.text ?? null;
  } catch (failed) {
    if (!(failed instanceof api.RequestFailed)) {
      throw failed;
    }
    return null;
  }
}

/** Whether everyone owns all bots, as on one's own machine: only then are checks shown without a token. @param {string} bot */
const mayHandle = async (bot) => (await api.bot(bot)).check !== undefined;
