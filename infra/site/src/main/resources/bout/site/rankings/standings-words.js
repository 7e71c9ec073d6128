/** Texts for standings. */

import { number } from "../shared/numbers.js";
import { count } from "../shared/words.js";

/** @type {Record<string, string>} */
const FORMATS = {
  "round-robin": "Round robin",
  swiss: "Swiss system",
  knockout: "Knockout",
  "double-elimination": "Double elimination",
  gauntlet: "Gauntlet",
};

/** Whether players are out once they have lost, or lost twice. @param {string} format */
export const isKnockout = (format) => format === "knockout" || format === "double-elimination";

/** @type {Record<string, string>} */
const STATES = {
  planned: "Not started",
  running: "Playing",
  cancelling: "Being cancelled",
  finished: "Finished",
  cancelled: "Cancelled",
};

/** By their titles in the table. @type {Record<string, string>} */
const TIE_BREAKS = {
  points: "1 for a win, 1/2 for a draw.",
  "head to head": "Points against the players with equal points, if all of them have met.",
  "Sonneborn-Berger": "For each match, the opponent’s points times the points won: beating strong players counts more.",
  Buchholz: "The sum of the opponents’ points. A bye counts as an opponent with the player’s own points.",
  "Buchholz cut 1": "Buchholz without the weakest opponent.",
  "Buchholz median": "Buchholz without the weakest and the strongest opponent.",
  wins: "Matches won.",
};

/** @type {Record<string, string>} */
const VALUES = {
  points: "1 for a win or a bye, 1/2 for a draw.",
  score: "The sum of the game’s own scores over all matches.",
};

/** @type {Record<string, string>} */
const DECIDED = {
  "added-boards": "on added boards",
  lot: "by lot",
  walkover: "without play",
};

/** @param {string} format */
export const formatWord = (format) => FORMATS[format] ?? format;

/** @param {string} state */
export const stateWord = (state) => STATES[state] ?? state;

/**
 * How much of a tournament has been played. A knockout may need fewer matches than were planned.
 *
 * @param {{state: string, format: string, played: number, matches: number}} tournament
 */
export function playedWords({ state, format, played, matches }) {
  const knockout = isKnockout(format);
  return knockout && (state === "finished" || state === "cancelled")
    ? `${wholeNumber(played)} ${played === 1 ? "match" : "matches"}`
    : `${wholeNumber(played)} of ${knockout ? "at most " : ""}${wholeNumber(matches)} matches`;
}

/** What the figure means that the table is sorted by. @param {string} title @param {number} [seats] of a match */
export const valueWords = (title, seats = 2) =>
  title === "points" && seats !== 2 ? "In each match 1 for each player behind, and 1/2 for each level." : (VALUES[title] ?? null);

/** @param {string} title */
export const tieBreakWords = (title) => TIE_BREAKS[title] ?? null;

/** What decided a pairing besides its matches. @param {string | null} by */
export const decidedWords = (by) => DECIDED[by ?? ""] ?? null;

/** "27.3" @param {number} value */
export const oneDecimal = (value) => number(value, 1, 1);

/** "27.33", "27.5", "27" @param {number} value */
export const plainNumber = (value) => number(value, 2);

/** "1,027" @param {number} value */
export const wholeNumber = (value) => number(value, 0);

/** Never rounds to 0 % or 100 %. @param {number} share */
export function percent(share) {
  if (share > 0.99) {
    return "> 99 %";
  }
  return share < 0.01 ? "< 1 %" : `${number(100 * share, 0)} %`;
}

/** "3 wins, 1 draw, 2 losses" @param {{wins: number, draws: number, losses: number}} record */
export const recordWords = ({ wins, draws, losses }) =>
  `${count(wins, "win")}, ${count(draws, "draw")}, ${losses === 1 ? "1 loss" : `${losses} losses`}`;

/** "12 of 400" @param {{failures: number, calls: number}} calls */
export const failuresOf = ({ failures, calls }) =>
  failures === 0 ? "none" : `${wholeNumber(failures)} of ${wholeNumber(calls)}`;
