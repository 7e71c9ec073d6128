import "../browser.js";
import { ledFrom, nextOf } from "../../../main/resources/bout/site/match/result-card.js";
import { equal } from "../check.js";

const match = (id, createdAt) => ({ id, createdAt });

export default {
  "the decisive turn is the first from which the winner is ahead up to the end"() {
    equal(
      ledFrom(
        [
          [0, 0, 1, 3, 3],
          [0, 2, 2, 2, 2],
        ],
        1,
      ),
      3,
    );
    // Drawing level does not end the lead of the other one, and losing the lead once more does end one's own.
    equal(
      ledFrom(
        [
          [0, 1, 2, 2, 5],
          [0, 0, 3, 2, 4],
        ],
        1,
      ),
      4,
    );
    equal(
      ledFrom(
        [
          [1, 0],
          [0, 5],
        ],
        2,
      ),
      1,
    );
  },

  "among many, the winner has to be ahead of every other one"() {
    equal(
      ledFrom(
        [
          [0, 2, 4, 9],
          [0, 3, 3, 3],
          [0, 1, 5, 5],
        ],
        1,
      ),
      3,
    );
  },

  "there is no decisive turn after a draw, or if the winner was never behind"() {
    equal(
      ledFrom(
        [
          [0, 2, 3],
          [0, 4, 3],
        ],
        null,
      ),
      null,
    );
    equal(
      ledFrom(
        [
          [0, 1, 1, 4],
          [0, 0, 1, 2],
        ],
        1,
      ),
      null,
    );
  },

  "there is none if the winner is not ahead at the end, or plays alone"() {
    equal(
      ledFrom(
        [
          [0, 1, 2],
          [0, 3, 4],
        ],
        1,
      ),
      null,
    );
    equal(
      ledFrom(
        [
          [0, 1, 2],
          [0, 3, 2],
        ],
        1,
      ),
      null,
    );
    equal(ledFrom([[0, 1, 2]], 1), null);
    equal(ledFrom([], 1), null);
  },

  "the next match is the newest older one, or the newest of all"() {
    const matches = [match("c", "2026-03"), match("b", "2026-02"), match("a", "2026-01")];
    equal(nextOf(matches, match("c", "2026-03")).id, "b");
    equal(nextOf(matches, match("x", "2026-02")).id, "a");
    equal(nextOf(matches, match("a", "2026-01")).id, "c");
    equal(nextOf(matches, match(null, null)).id, "c");
    equal(nextOf([match("a", "2026-01")], match("a", "2026-01")), null);
  },
};
