/** What a bot of the visitor's has achieved on its ladder, from the published files, and its newest failure there. */

import * as api from "../shared/api.js";
import { outcomeOf } from "../shared/participants.js";

/** Matches in the line of the rating. */
const LINE_MATCHES = 30;

/** A failure that is further back is no news: its author has had the time to mend it. */
const NEWEST = 10;

/**
 * @typedef {{match: string, turn: number, kind: string | null, text: string}} Lost how a match was lost, and on which turn of its page
 * @typedef {Pick<Api.Ladder["players"][0], "rank" | "rating" | "plusMinus" | "provisional" | "wins" | "draws" | "losses">} Row
 * @typedef {Row & {players: number, last: string[], line: number[], recent: Recent[], newest: number, failed: number, lost: Lost | null}} Record
 *   `failed` of its `newest` matches it lost by failing; `line` has its last ratings
 * @typedef {{at: string, outcome: string, failed: boolean}} Recent a rated match
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
  const rated = (page?.recent ?? []).filter((match) => match.rated);
  const newest = rated.slice(0, NEWEST);
  const failed = newest.filter(({ seat, failedSeat }) => failedSeat === seat);
  const history = page?.history ?? [];
  const played = history.at(-1)?.matches ?? 0;
  return {
    ...row,
    players: ladder.players.length,
    last: row.last ?? [],
    line: history.filter(({ matches }) => matches > played - LINE_MATCHES).map(({ rating }) => rating),
    recent: rated.map(({ at, places, seat, failedSeat }) => ({
      at,
      outcome: outcomeOf(places, seat),
      failed: failedSeat === seat,
    })),
    newest: newest.length,
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
