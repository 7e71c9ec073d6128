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

/** Sums up the matches of a run, as reported by `Session.run`, for both bots. */
export class Tally {
  count = 0;
  draws = 0;
  turns = 0;
  wins = [0, 0];
  #points = [0, 0];
  #squares = [0, 0];

  /** @param {Pick<RunMatch, "winner" | "scores" | "turns">} match */
  add({ winner, scores, turns }) {
    this.count++;
    this.turns += turns;
    if (winner === null) {
      this.draws++;
    } else {
      this.wins[winner]++;
    }
    for (const bot of [0, 1]) {
      this.#points[bot] += scores[bot];
      this.#squares[bot] += scores[bot] ** 2;
    }
  }

  /** A bot's score: a win counts 1, a draw half. @param {number} bot */
  score(bot) {
    return this.wins[bot] + this.draws / 2;
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
