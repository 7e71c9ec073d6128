/** The statistics of a run of matches. */

/** @import { RunMatch } from "./session.js" */

/** The quantile of the normal distribution for 95 %. */
const Z = 1.959964;

/**
 * The 95 % interval of a share (E. B. Wilson, 1927); also works if all or none of a few matches were won.
 *
 * With draws counted as half, it is slightly too wide, never too narrow: for a given mean, values of 0 and 1 vary most.
 *
 * @param {number} sum
 * @param {number} count
 * @returns {[number, number]} `[low, high]`, from 0 to 1
 */
export function interval(sum, count) {
  const share = sum / count;
  const middle = (share + (Z * Z) / (2 * count)) / (1 + (Z * Z) / count);
  const half = (Z / (1 + (Z * Z) / count)) * Math.sqrt((share * (1 - share)) / count + (Z * Z) / (4 * count * count));
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}

/** Sums up the matches of a run, as reported by `Session.run`, for each bot. */
export class Tally {
  count = 0;
  turns = 0;
  /** Matches won alone, and with the first place shared. @type {number[]} */
  wins = [];
  /** @type {number[]} */
  draws = [];
  /** @type {number[]} */
  #scores = [];
  /** @type {number[]} */
  #points = [];
  /** @type {number[]} */
  #squares = [];

  /** @param {Pick<RunMatch, "places" | "scores" | "turns">} match */
  add({ places, scores, turns }) {
    this.count++;
    this.turns += turns;
    const shared = places.filter((place) => place === 1).length > 1;
    places.forEach((place, bot) => {
      const first = place === 1;
      add(this.wins, bot, Number(first && !shared));
      add(this.draws, bot, Number(first && shared));
      add(this.#scores, bot, beaten(places, bot));
      add(this.#points, bot, scores[bot]);
      add(this.#squares, bot, scores[bot] ** 2);
    });
  }

  /** A bot's score: in each match the share of the others that it beat; who shares its place counts half. @param {number} bot */
  score(bot) {
    return this.#scores[bot];
  }

  /**
   * A bot's mean points per match in the game's unit, and half the width of the 95 % interval; 0 for a single match.
   *
   * @param {number} bot
   */
  points(bot) {
    const mean = this.#points[bot] / this.count;
    const variance = this.count < 2 ? 0 : Math.max(0, this.#squares[bot] - this.count * mean * mean) / (this.count - 1);
    return { mean, half: Z * Math.sqrt(variance / this.count) };
  }
}

/** @param {number[]} sums @param {number} bot @param {number} value */
function add(sums, bot, value) {
  sums[bot] = (sums[bot] ?? 0) + value;
}

/** @param {number[]} places @param {number} bot */
function beaten(places, bot) {
  const others = places.filter((_, index) => index !== bot);
  const won = others.map((place) => (Math.sign(place - places[bot]) + 1) / 2);
  return others.length === 0 ? 1 : won.reduce((sum, each) => sum + each) / others.length;
}
