/** What a bot of the visitor's has achieved on its ladder, from the published files, and its newest failure there. */

import * as api from "../shared/api.js";

/**
 * @typedef {{match: string, turn: number, kind: string | null, text: string}} Lost how a match was lost, and on which turn of its page
 * @typedef {{rank: number, players: number, wins: number, draws: number, losses: number, recent: number, failed: number,
 *   lost: Lost | null}} Record
 */

/**
 * @param {Api.Bot} bot
 * @param {string} token
 * @param {Lost | null} known the newest failure as it was last read, which needs no further request
 * @returns {Promise<Record | null>} `null` if the bot is not on the leaderboard
 */
export async function recordOf({ id, game }, token, known) {
  const ladder = await api.standings(`ladders/${game}`);
  const row = ladder?.players.find(({ key }) => key === id);
  if (ladder === null || row === undefined) {
    return null;
  }
  const page = await api.standings(`bots/${id}`);
  const recent = (page?.recent ?? []).filter(({ rated }) => rated);
  const failed = recent.filter(({ seat, failedSeat }) => failedSeat === seat);
  const { rank, wins, draws, losses } = row;
  return {
    rank,
    players: ladder.players.length,
    wins,
    draws,
    losses,
    recent: recent.length,
    failed: failed.length,
    lost: failed.length === 0 ? null : failed[0].match === known?.match ? known : await lostIn(failed[0], token),
  };
}

/**
 * The last failed call of the bot in a match; in a match with many, the last of those that are stored.
 *
 * @param {BotFile.Document["recent"][0]} lost
 * @param {string} token
 */
async function lostIn({ match, seat, failureKind }, token) {
  const { failures, turn } = await api.match(match, token);
  const call = failures.findLast((each) => each.seat === seat);
  return call === undefined
    ? { match, turn, kind: failureKind, text: "" }
    : { match, turn: call.turn + 1, kind: failureKind, text: call.text };
}
