/** Texts for standings. */

import { count } from "../shared/words.js";

const FORMATS = {
  "round-robin": "Round robin",
  "swiss": "Swiss system",
  "knockout": "Knockout",
  "gauntlet": "Gauntlet",
};

const STATES = {
  planned: "Not begun",
  running: "Playing",
  cancelling: "Being called off",
  finished: "Finished",
  cancelled: "Called off",
};

/** By their titles in the table. */
const TIE_BREAKS = {
  "points": "1 for a win, 1/2 for a draw.",
  "head to head": "The points against those with whom a player is level; only where all of them have met.",
  "Sonneborn-Berger": "The sum, over all matches, of the opponent’s points times the points won in the match: to beat the strong counts for more.",
  "Buchholz": "The sum of the opponents’ points: who met stronger opponents is ahead. A bye counts like an opponent with the player’s own points.",
  "Buchholz cut 1": "Buchholz without the weakest opponent.",
  "Buchholz median": "Buchholz without the weakest and the strongest opponent.",
  "wins": "How many matches were won.",
};

const VALUES = {
  points: "1 for a win or a bye, 1/2 for a draw.",
  score: "The sum of the game’s own scores over all matches.",
};

const DECIDED = {
  "added-boards": "on added boards",
  "rating": "by rating",
  "lot": "by lot",
  "walkover": "without play",
};

const one = new Intl.NumberFormat("en", { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const most2 = new Intl.NumberFormat("en", { maximumFractionDigits: 2 });
const integer = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });

export const formatWord = (format) => FORMATS[format] ?? format;

export const stateWord = (state) => STATES[state] ?? state;

export const valueWords = (title) => VALUES[title] ?? null;

export const tieBreakWords = (title) => TIE_BREAKS[title] ?? null;

/** What decided a pairing besides its matches. */
export const decidedWords = (by) => DECIDED[by] ?? null;

/** "27.3" */
export const oneDecimal = (value) => one.format(value).replace("-", "−");

/** "27.33", "27.5", "27" */
export const plainNumber = (value) => most2.format(value).replace("-", "−");

/** "1,027" */
export const wholeNumber = (value) => integer.format(value).replace("-", "−");

/** Never rounds to 0 % or 100 %. */
export function percent(share) {
  if (share > 0.99) {
    return "> 99 %";
  }
  return share < 0.01 ? "< 1 %" : `${integer.format(100 * share)} %`;
}

/** "3 wins, 1 draw, 2 losses" */
export const recordWords = ({ wins, draws, losses }) =>
  `${count(wins, "win")}, ${count(draws, "draw")}, ${losses === 1 ? "1 loss" : `${losses} losses`}`;

/** "12 of 400" */
export const failuresOf = ({ failures, calls }) =>
  (failures === 0 ? "none" : `${wholeNumber(failures)} of ${wholeNumber(calls)}`);
