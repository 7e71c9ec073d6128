import { between, events, outcomes } from "../../../main/resources/bout/site/games/robotag/renderer.js";
import { equal } from "../check.js";

const RULES = { tagThreshold: 5, mineThreshold: 2, maxFuel: 1500, ante: 2 };
const pictureOf = (first, second, rules = RULES) => ({
  rules,
  robots: [first, second].map(([x, y, fuel]) => ({ x, y, fuel })),
  taken: [],
});
const answered = [{ failure: null }, { failure: null }];
const before = pictureOf([0, 0, 500], [90, 90, 500]);

export default {
  "robots glide from turn to turn"() {
    const from = { x: 1, y: 2, fuel: 100 };
    const to = { x: 3, y: 2, fuel: 90 };
    equal(
      [0, 0.5, 1].map((progress) => between(from, to, progress)),
      [from, { x: 2, y: 2, fuel: 95 }, to],
    );
  },

  "a tag is the robot's with more fuel, and nobody's where both have the same"() {
    equal(events(pictureOf([10, 10, 400], [13, 14, 300]), before, answered), [
      { kind: "tag", seat: 1, text: "tagged the other robot." },
    ]);
    equal(events(pictureOf([10, 10, 300], [13, 14, 300]), before, answered), [
      { kind: "tag", seat: null, text: "Both tagged each other." },
    ]);
    equal(events(pictureOf([10, 10, 400], [13.1, 14, 300]), before, answered), []);
  },

  "how near a robot tags and what a move costs are the match's own numbers"() {
    const rules = { ...RULES, tagThreshold: 6, ante: 10 };
    equal(
      events(pictureOf([10, 10, 400], [13.1, 14, 300], rules), before, answered).map(({ kind }) => kind),
      ["tag"],
    );
    const call = { seat: 1, move: [1, 2], failure: null };
    equal(outcomes(call, pictureOf([1, 2, 485], [90, 90, 500], rules), pictureOf([0, 0, 500], [90, 90, 500], rules)), [
      { text: "It went to x 1, y 2 for 15 fuel.", refused: false },
    ]);
  },

  "where a bot gave no move nobody is tagged"() {
    equal(events(pictureOf([10, 10, 400], [13, 14, 300]), before, [{ failure: null }, { failure: {} }]), []);
  },
};
