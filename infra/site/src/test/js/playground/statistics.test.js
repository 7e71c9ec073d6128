import { interval, Tally } from "../../../main/resources/bout/site/playground/statistics.js";
import { equal, near } from "../check.js";

const tallyOf = (...matches) => {
  const tally = new Tally();
  matches.forEach(([places, scores]) => tally.add({ places, scores, turns: 10 }));
  return tally;
};

const FIRST = [1, 2];

export default {
  /** From Newcombe (1998), Statistics in Medicine 17, method 3. */
  "intervals are the published ones"() {
    for (const [sum, count, low, high] of [
      [81, 263, 0.2553, 0.3662],
      [15, 148, 0.0624, 0.1605],
      [0, 20, 0, 0.1611],
      [1, 29, 0.0061, 0.1718],
    ]) {
      near(interval(sum, count)[0], low, 0.00005);
      near(interval(sum, count)[1], high, 0.00005);
    }
  },

  "a win counts one and a draw half"() {
    const tally = tallyOf(
      [FIRST, [3, 1]],
      [
        [2, 1],
        [0, 2],
      ],
      [
        [1, 1],
        [2, 2],
      ],
      [FIRST, [5, 1]],
    );
    equal([tally.count, tally.wins, tally.draws, tally.turns], [4, [2, 1], [1, 1], 40]);
    equal([tally.score(0), tally.score(1)], [2.5, 1.5]);
  },

  "of many, the score is the share of the others that a bot beats"() {
    const tally = tallyOf(
      [
        [1, 2, 2, 4],
        [9, 5, 5, 1],
      ],
      [
        [1, 1, 3, 4],
        [7, 7, 2, 0],
      ],
    );
    equal(
      [tally.wins, tally.draws],
      [
        [1, 0, 0, 0],
        [1, 1, 0, 0],
      ],
    );
    [1 + 2.5 / 3, 0.5 + 2.5 / 3, 0.5 + 1 / 3, 0].forEach((score, bot) => near(tally.score(bot), score, 1e-9));
    equal(tallyOf([[1], [30]]).score(0), 1);
  },

  "the mean of points has half of its interval beside it"() {
    const { mean, half } = tallyOf([FIRST, [3, 1]], [FIRST, [5, 1]]).points(0);
    equal(mean, 4);
    near(half, 1.959964 * Math.sqrt(2 / 2), 1e-9);
    equal(tallyOf([FIRST, [3, 1]]).points(0), { mean: 3, half: 0 });
  },
};
