/** Texts for standings. */

import { number } from "../shared/numbers.js";
import { count } from "../shared/words.js";

const FORMATS = {
  "round-robin": "Round robin",
  swiss: "Swiss system",
  knockout: "Knockout",
  gauntlet: "Gauntlet",
};

const STATES = {
  planned: "Not started",
  running: "Playing",
  cancelling: "Being cancelled",
  finished: "Finished",
  cancelled: "Cancelled",
};

/** By their titles in the table. */
const TIE_BREAKS = {
  points: "1 for a win, 1/2 for a draw.",
  "head to head": "Points against the players with equal points, if all of them have met.",
  "Sonneborn-Berger": "For each match, the opponent’s points times the points won: beating strong players counts more.",
  Buchholz: "The sum of the opponents’ points. A bye counts as an opponent with the player’s own points.",
  "Buchholz cut 1": "Buchholz without the weakest opponent.",
  "Buchholz median": "Buchholz without the weakest and the strongest opponent.",
  wins: "Matches won.",
};

const VALUES = {
  points: "1 for a win or a bye, 1/2 for a draw.",
  score: "The sum of the game’s own scores over all matches.",
};

const DECIDED = {
  "added-boards": "on added boards",
  lot: "by lot",
  walkover: "without play",
};

export const formatWord = (format) => FORMATS[format] ?? format;

export const stateWord = (state) => STATES[state] ?? state;

export const valueWords = (title) => VALUES[title] ?? null;

export const tieBreakWords = (title) => TIE_BREAKS[title] ?? null;

/** What decided a pairing besides its matches. */
export const decidedWords = (by) => DECIDED[by] ?? null;

/** "27.3" */
export const oneDecimal = (value) => number(value, 1, 1);

/** "27.33", "27.5", "27" */
export const plainNumber = (value) => number(value, 2);

/** "1,027" */
export const wholeNumber = (value) => number(value, 0);

/** Never rounds to 0 % or 100 %. */
export function percent(share) {
  if (share > 0.99) {
    return "> 99 %";
  }
  return share < 0.01 ? "< 1 %" : `${number(100 * share, 0)} %`;
}

/** "3 wins, 1 draw, 2 losses" */
export const recordWords = ({ wins, draws, losses }) =>
  `${count(wins, "win")}, ${count(draws, "draw")}, ${losses === 1 ? "1 loss" : `${losses} losses`}`;

/** "12 of 400" */
export const failuresOf = ({ failures, calls }) =>
  failures === 0 ? "none" : `${wholeNumber(failures)} of ${wholeNumber(calls)}`;
